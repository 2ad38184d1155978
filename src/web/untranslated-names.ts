// Marks names in our sentences so that browsers do not translate them: the convention's name, and
// each `isolated` string.

/** Tags of elements whose content is already marked, or which must not contain other elements. */
const leavesAlone = /translate="no"|^<(?:title|style|text|desc)\b/;

/**
 * Returns a function that marks the convention's name and each `isolated` string in a page's HTML.
 * The mark also isolates the text direction. `escaped`: the convention's name, escaped for HTML.
 */
export function createNameMarks(escaped: string): (html: string) => string {
  const literal = escaped.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  const name = String.raw`(?<![\p{L}\p{N}])(?:${literal})(?![\p{L}\p{N}])`;
  const isolate = String.raw`\u2068([^\u2068\u2069<>]*)\u2069`;
  const names = new RegExp(`${isolate}|(${name})`, 'gu');

  return (html) => {
    // A long page may contain a thousand names, so each tag is looked up only once.
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
