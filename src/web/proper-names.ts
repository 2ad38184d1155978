// Names stay as they are while a browser translates a page: that of the convention, and what people
// typed, wherever a sentence of ours says it.

/** Not where no element may be (attributes, titles, drawings), nor where it is marked already. */
const inText = '(?<!translate="no"[^<>]*>[^<>]*)(?=[^<>]*<(?!/(?:title|text|desc)>))';

/**
 * Returns a function that marks the name of the convention and each text that is `isolated`, in the
 * HTML of a page. The mark also isolates their direction. `escaped`: the name as it is in HTML.
 */
export function createNameMarks(escaped: string): (html: string) => string {
  const literal = escaped.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  const name = String.raw`(?<![\p{L}\p{N}])(?:${literal})(?![\p{L}\p{N}])`;
  const isolate = String.raw`\u2068([^\u2068\u2069<>]*)\u2069`;
  const marked = new RegExp(`(?:${isolate}|(${name}))${inText}`, 'gu');
  return (html) =>
    html.replace(
      marked,
      (_found, typed?: string, convention?: string) =>
        `<span translate="no" dir="auto">${typed ?? convention}</span>`,
    );
}
