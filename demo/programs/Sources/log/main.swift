// Logs with swift-log: in colours and columns on a terminal, plain elsewhere.
//
//     swift run log
import CSSView
import CSSViewLogging
import Logging

LoggingSystem.bootstrap { StyledLogHandler(label: $0) }

let logger = Logger(label: "shop.orders")
logger.info("listening", metadata: ["port": "8080"])
logger.warning("no <b>stock</b>\nleft", metadata: ["item": "tea"])
logger.error("cannot connect")
