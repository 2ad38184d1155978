// The build (deploy/build.ts) replaces this module by one with every template, so that production
// generates no code from text. In development, it is empty, and Eta compiles the files in views/.
import type { TemplateFunction } from 'eta';

/** The templates by their path in views/, such as `roles/show.eta`. */
export const compiledTemplates: Readonly<Record<string, TemplateFunction>> = {};
