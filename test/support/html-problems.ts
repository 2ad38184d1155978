// What html-validate finds wrong in a page.
import { HtmlValidate } from 'html-validate';

const validator = new HtmlValidate({
  extends: ['html-validate:recommended', 'html-validate:a11y'],
  rules: {
    'doctype-style': ['error', { style: 'lowercase' }],
    // A convention may have a long name.
    'long-title': 'off',
    // Boxes of one name are a list, and buttons of one name a choice.
    'form-dup-name': ['error', { shared: ['checkbox', 'submit'] }],
  },
});

/** A line for each problem. */
export async function htmlProblems(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line }) => `${ruleId}: ${message} (line ${line})`),
  );
}
