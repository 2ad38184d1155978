import { HtmlValidate, type ResolvedConfig, StaticConfigLoader } from 'html-validate';

/**
 * Caches the resolved rules, because html-validate would spend a third of its time resolving them
 * for each page.
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
    // Safari does not announce a list without bullets unless it has `role=list`.
    'no-redundant-role': 'off',
    // The title contains the convention's name, which may be long.
    'long-title': 'off',
    // Without scripts, pages refresh to `/login/expired` when the session has ended.
    'meta-refresh': 'off',
    // Checkboxes with the same name are a list, and submit buttons with the same name are a choice.
    'form-dup-name': ['error', { shared: ['checkbox', 'submit'] }],
  },
});
const validator = new HtmlValidate(configLoader);

export async function htmlProblems(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line }) => `${ruleId}: ${message} (line ${line})`),
  );
}
