// Names stay as they are while a browser translates a page: that of the convention, and what people
// typed, wherever a sentence of ours says it.

/** In such a tag a text is marked already, or may hold no other element. */
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
    // A long text may hold a thousand names: its tag is looked for once.
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
