// Validates the HTML of a page with html-validate.
import { HtmlValidate, type ResolvedConfig, StaticConfigLoader } from 'html-validate';

/** Resolves the rules once: html-validate would do so for each page, in a third of its time. */
class ConfigLoader extends StaticConfigLoader {
  #resolved?: ResolvedConfig | Promise<ResolvedConfig>;

  override getConfigFor(handle: string): ResolvedConfig | Promise<ResolvedConfig> {
    this.#resolved ??= super.getConfigFor(handle);
    return this.#resolved;
  }
}

const configLoader = new ConfigLoader({
  extends: ['html-validate:recommended', 'html-validate:a11y'],
  rules: {
    'doctype-style': ['error', { style: 'lowercase' }],
    // Safari takes a list for layout whose items are laid out as boxes, unless it says that it is one.
    'no-redundant-role': 'off',
    // A convention may have a long name.
    'long-title': 'off',
    // Without scripts, a page whose login is over leads on by itself.
    'meta-refresh': 'off',
    // Check boxes with one name form a list; submit buttons with one name offer a choice.
    'form-dup-name': ['error', { shared: ['checkbox', 'submit'] }],
  },
});
const validator = new HtmlValidate(configLoader);

/** Returns one line per problem. */
export async function htmlProblems(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line }) => `${ruleId}: ${message} (line ${line})`),
  );
}
