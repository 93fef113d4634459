package import Diagnostics

extension DiagnosticCode { package static let unreadableTheme = DiagnosticCode("unreadable-theme") }
