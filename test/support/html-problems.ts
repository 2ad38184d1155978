import { HtmlValidate, type ResolvedConfig, StaticConfigLoader } from 'html-validate';

/**
 * Resolves the rules once. html-validate would do so for each page, which takes a third of its
 * time.
 */
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
    // Safari treats a list whose items are laid out as boxes as mere layout, unless it has
    // `role=list`.
    'no-redundant-role': 'off',
    // A convention may have a long name.
    'long-title': 'off',
    // Without scripts, an expired page refreshes itself to continue.
    'meta-refresh': 'off',
    // Check boxes with the same name form a list. Submit buttons with the same name offer a choice.
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
