import StyleValues

/// A URL: an absolute one, the `file:` URL of a path, or a relative one.
///
/// ```swift
/// print(try ThemeValue("/tmp/a.png").converted(to: StyleURL.self).text)  // file:///tmp/a.png
/// ```
public struct StyleURL: Hashable, Sendable, Convertible {
  /// The URL, with everything escaped that has to be.
  public var text: String

  /// Takes a URL as it is.
  public init(_ text: String) {
    self.text = text
  }

  /// Takes a URL or a path; a path from the root becomes a `file:` URL.
  public static func convert(_ value: ThemeValue) throws(ConversionFailure) -> StyleURL {
    StyleURL(try value.convert(URLValue.self).text)
  }
}

/// A URL and the method that it is asked with: `POST https://example.com/`.
///
/// ```swift
/// let request = try ThemeValue("POST https://example.com/").converted(to: StyleURLRequest.self)
/// print(request.method, request.url.text)  // POST https://example.com/
/// ```
public struct StyleURLRequest: Hashable, Sendable, Convertible {
  /// The method in capitals: `GET`, `PUT`, `POST`, `DELETE`, `HEAD` or `OPTIONS`.
  public var method: String

  /// The URL.
  public var url: StyleURL

  /// Puts a request together.
  public init(method: String = "GET", url: StyleURL) {
    self.method = method
    self.url = url
  }

  /// Takes a method, which may be left out, and a URL or a path.
  public static func convert(_ value: ThemeValue) throws(ConversionFailure) -> StyleURLRequest {
    let request = try value.convert(URLRequestValue.self)
    return StyleURLRequest(method: request.method, url: StyleURL(request.url.text))
  }
}

/// The name of an image and how it may be stretched; nobody reads the file.
///
/// ```swift
/// let image = try ThemeValue("image(panel.png 4 8)").converted(to: StyleImage.self)
/// print(image.name, image.leftCap ?? 0, image.topCap ?? 0)  // panel.png 4.0 8.0
/// ```
public struct StyleImage: Hashable, Sendable, Convertible {
  /// The file's name, path or URL.
  public var name: String

  /// Width of the left part that is not stretched with the image, in points; nil for no caps.
  public var leftCap: Double?

  /// Height of the top part that is not stretched with the image, in points; nil for no caps.
  public var topCap: Double?

  /// Names an image.
  public init(_ name: String, leftCap: Double? = nil, topCap: Double? = nil) {
    self.name = name
    self.leftCap = leftCap
    self.topCap = topCap
  }

  init(_ image: ImageReference) {
    self.init(image.name, leftCap: image.caps?.left, topCap: image.caps?.top)
  }

  /// The image as a sheet has it.
  var reference: ImageReference {
    let caps = leftCap.map { ImageReference.Caps(left: $0, top: topCap ?? 0) }
    return ImageReference(name: name, caps: caps)
  }

  /// Takes `image(name)`, `url(name)`, or a name with one or two caps behind it.
  public static func convert(_ value: ThemeValue) throws(ConversionFailure) -> StyleImage {
    StyleImage(try value.convert(ImageReference.self))
  }
}
