// Validates the HTML of a page with html-validate.
import { HtmlValidate } from 'html-validate';

const validator = new HtmlValidate({
  extends: ['html-validate:recommended', 'html-validate:a11y'],
  rules: {
    'doctype-style': ['error', { style: 'lowercase' }],
    // A convention may have a long name.
    'long-title': 'off',
    // Check boxes with one name form a list; submit buttons with one name offer a choice.
    'form-dup-name': ['error', { shared: ['checkbox', 'submit'] }],
  },
});

/** Returns one line per problem. */
export async function htmlProblems(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line }) => `${ruleId}: ${message} (line ${line})`),
  );
}
