// HTML that is escaped unless it was made here: what an attendee typed can never become markup.

const ESCAPED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** A piece of finished HTML. */
export interface Html {
  readonly html: string;
}

type Value = Html | readonly Html[] | string | number;

/** Template tag that returns HTML: text and numbers are escaped, pieces made with this tag are taken as they are. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  return { html: String.raw({ raw: parts }, ...values.map(render)) };
}

function render(value: Value): string {
  if (typeof value === 'string' || typeof value === 'number') {
    return String(value).replace(/[&<>"']/g, (character) => ESCAPED[character] ?? '');
  }
  return 'html' in value ? value.html : value.map((piece) => piece.html).join('');
}
