// Marks names in a page so that browsers do not translate them: the convention's name, and texts
// that people typed, inside our sentences.

/** Tags whose text is already marked, or whose element allows no other element inside. */
const leavesAlone = /translate="no"|^<(?:title|style|text|desc)\b/;

/**
 * Returns a function that marks the convention's name and each `isolated` text in the HTML of a
 * page. The mark also isolates the text direction. `escaped`: the convention's name as HTML.
 */
export function createNameMarks(escaped: string): (html: string) => string {
  const literal = escaped.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  const name = String.raw`(?<![\p{L}\p{N}])(?:${literal})(?![\p{L}\p{N}])`;
  const isolate = String.raw`\u2068([^\u2068\u2069<>]*)\u2069`;
  const names = new RegExp(`${isolate}|(${name})`, 'gu');

  return (html) => {
    // A long text may contain a thousand names, so its tag is found only once.
    let end = -1;
    let isLeftAlone = false;
    return html.replace(names, (found: string, typed?: string, convention?: string, at = 0) => {
      if (at > end) {
        const tag = html.lastIndexOf('<', at);
        const tagEnd = html.indexOf('>', tag);
        const isInTag = tagEnd > at;
        isLeftAlone = isInTag || leavesAlone.test(html.slice(tag, tagEnd));
        end = isInTag ? tagEnd : html.indexOf('<', at);
      }
      if (isLeftAlone) return found;
      return `<span translate="no" dir="auto">${typed ?? convention}</span>`;
    });
  };
}
