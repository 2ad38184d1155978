// The build (deploy/build.ts) replaces this module with one that contains every template, so that
// production never compiles a template. In development, `compiledTemplates` is empty, and Eta
// compiles the files in views/.
import type { TemplateFunction } from 'eta';

/** Templates by path in views/, such as `roles/show.eta`. */
export const compiledTemplates: Readonly<Record<string, TemplateFunction>> = {};
