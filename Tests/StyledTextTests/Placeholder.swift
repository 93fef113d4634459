import StyledText
