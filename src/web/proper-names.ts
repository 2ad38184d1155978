// Marks names in a page so that browsers do not translate them: the convention's name, and texts
// that people typed, inside our sentences.

/** The text after such a tag is marked already, or its element allows no other element inside. */
const leavesAlone = /translate="no"|^<(?:title|text|desc)\b/;

/**
 * Returns a function that marks the name of the convention and each text that is `isolated`, in the
 * HTML of a page. The mark also isolates their direction. `escaped`: the name as it is in HTML.
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
