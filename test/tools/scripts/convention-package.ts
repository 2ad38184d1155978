import { packagesOfConvention } from '../../architecture.ts';
import { packFolder } from '../../support/machine/npm-package.ts';

export function packConvention(into: string): string {
  return packFolder({
    name: 'convention-client',
    description: "The typed client of a convention's registration platform, for sites and bots.",
    documentsFrom: 'src/convention',
    settings: new URL('tsconfig.pack-convention.json', import.meta.url),
    into,
    exports: { '.': { types: './convention.d.ts', default: './convention.js' } },
    packages: packagesOfConvention,
    packagesOfHost: [],
    typesOfHost: ['@types/node'],
  });
}
