// A template tag that escapes its values, so that user data never becomes markup.

const escapedCharacters: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** An HTML fragment that is already escaped. */
export interface Html {
  readonly html: string;
}

type Value = Html | readonly Html[] | string | number;

export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  return { html: String.raw({ raw: parts }, ...values.map(render)) };
}

function render(value: Value): string {
  if (typeof value === 'string' || typeof value === 'number') {
    return String(value).replace(/[&<>"']/g, (character) => escapedCharacters[character] ?? '');
  }
  return 'html' in value ? value.html : value.map((fragment) => fragment.html).join('');
}
