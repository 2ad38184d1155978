// Writes every template as TypeScript into `test/typed-templates`, so that `tsc` checks it against
// its view model. The first line of a template declares the type of `view` for a page, and of `it`
// for a partial.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { Eta } from 'eta';

const views = 'views';
export const typedTemplates = 'test/typed-templates';
// Debug mode records each part's line.
const eta = new Eta({ debug: true });

const typeLine = /^<%\/\* (view|it): (.+) \*\/%>\n/;

const missingTypeLine =
  'the first line must name the type of its data, such as ' +
  "<%/* view: import('src/pages/roles/roles-view.ts').RolesView */%>";

interface Template {
  /** The path in `views` without the extension, such as `roles/show`. */
  readonly name: string;
  readonly source: string;
  readonly isPage: boolean;
  /** The type of a page's `it.view`, or of what a partial receives besides the page's `it`. */
  readonly type: string;
}

function readTemplate(path: string): Template {
  const source = readFileSync(join(views, path), 'utf8');
  const [, kind, type = ''] = typeLine.exec(source) ?? [];
  if (!kind) {
    console.error(`${views}/${path}: ${missingTypeLine}`);
    process.exit(1);
  }
  return { name: path.replace(/\.eta$/, ''), source, isPage: kind === 'view', type };
}

const prelude = `\
import type * as views from 'src/web/views.ts';
import type { Partials } from '${typedTemplates}/partials.ts';
declare const __eta: { res: string; line: number; e(text: string | number): string };
declare function layout(path: '/layout'): void;
declare function include<Path extends keyof Partials>(
  path: Path,
  ...added: object extends Partials[Path] ? [] : [Partials[Path]]
): string;
`;

function typedSource(template: Template): string {
  const { source, isPage, type } = template;
  const context = isPage
    ? `views.TemplateContext<${type}>`
    : `views.TemplateContext<views.PageView> & ${type}`;
  const body = eta.compileBody(eta.parse(source));
  return `${prelude}export const template = (it: ${context}) => {
void [it, layout, include];
${body}};
`;
}

function partialsSource(templates: readonly Template[]): string {
  const lines = templates
    .filter(({ isPage }) => !isPage)
    .map(({ name, type }) => `  '/${name}': ${type};`);
  return `export interface Partials {\n${lines.join('\n')}\n}\n`;
}

export function writeTypedTemplates(): void {
  const templates = readdirSync(views, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.eta'))
    .sort()
    .map(readTemplate);
  rmSync(typedTemplates, { recursive: true, force: true });
  const files = [
    ...templates.map((template) => [`${template.name}.ts`, typedSource(template)] as const),
    ['partials.ts', partialsSource(templates)] as const,
  ];
  for (const [path, text] of files) {
    const file = join(typedTemplates, path);
    mkdirSync(dirname(file), { recursive: true });
    // Templates refer to modules by their path in the project, but TypeScript needs a path relative
    // to the file.
    const root = relative(dirname(file), '.');
    writeFileSync(file, text.replace(/'((?:src|test)\/)/g, `'${root}/$1`));
  }
}
