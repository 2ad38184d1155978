// Strings that break pages which do not expect them.

/** Markup and scripts, for every place where text might become HTML. */
export const MARKUP = '<script>alert(1)</script><b onmouseover="alert(2)">\'&amp;</b>';
/** Breaks out of an attribute. */
export const ATTRIBUTE = '"><img src=x onerror=alert(3)>';
/** Turns the reading direction of what follows it, and never turns it back. */
export const REVERSED = '\u202Egnirts desrever';
/** Combining marks, stacked far above and below the line. */
export const STACKED = `Z${'\u0335\u0321\u0353'.repeat(12)}a${'\u0300\u0301\u0308'.repeat(12)}lgo`;
/** One visible character out of seven code points. */
export const FAMILY = '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}\u200D\u{1F466}';
/** The widest forty characters. */
export const WIDE = 'W'.repeat(40);
/** Looks like nothing, and is not empty: a zero-width space between two spaces. */
export const BLANK = ' \u200B ';
