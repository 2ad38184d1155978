// Strings that break pages that do not expect them.

export const markup = '<script>alert(1)</script><b onmouseover="alert(2)">\'&amp;</b>';
export const attributeBreak = '"><img src=x onerror=alert(3)>';
/** Reverses the direction of all text after it. */
export const reversedText = '\u202Egnirts desrever';
/** Combining marks that stack far above and below the line. */
export const stackedMarks = `Z${'\u0335\u0321\u0353'.repeat(12)}a${'\u0300\u0301\u0308'.repeat(12)}lgo`;
/** One visible character made of seven code points. */
export const familyEmoji = '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}\u200D\u{1F466}';
export const wideText = 'W'.repeat(40);
/** Looks empty but is not: a zero-width space between two spaces. */
export const blankText = ' \u200B ';
