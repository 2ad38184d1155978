// What the CPU time of a profile was spent for: one of our folders, a package, or Node itself.

import { readFileSync } from 'node:fs';
import type { Profiler } from 'node:inspector';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Cause {
  /** `src/web`, the name of a package, or what else it was. */
  readonly name: string;
  /** Of the CPU time, from 0 to 1. What a cause calls in Node itself is its own time too. */
  readonly share: number;
  /** Where most of that time was spent, empty where there is no such place. */
  readonly dearest: string;
}

interface Place {
  readonly cause: string;
  readonly code: string;
}

/**
 * Returns the causes, the dearest first. A sample belongs to the last function of ours or of a
 * package that had been called when it was taken.
 */
export function causesOf({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): Cause[] {
  const places = placesOf(nodes);
  const spent = new Map<string, Map<string, number>>();
  let total = 0;
  samples.forEach((id, index) => {
    const place = places.get(id);
    if (!place) return;
    const time = timeDeltas[index] ?? 0;
    const codes = spent.get(place.cause) ?? new Map<string, number>();
    spent.set(place.cause, codes.set(place.code, (codes.get(place.code) ?? 0) + time));
    total += time;
  });
  const causes = [...spent].map(([name, codes]) => {
    const [[dearest = ''] = []] = [...codes].sort(([, a], [, b]) => b - a);
    const time = [...codes.values()].reduce((sum, each) => sum + each, 0);
    return { name, share: time / total, dearest };
  });
  return causes.sort((a, b) => b.share - a.share);
}

const nodeItself: Place = { cause: 'Node itself', code: '' };

/** Returns the place of each node by its id, but for the time in which nothing was done. */
function placesOf(nodes: readonly Profiler.ProfileNode[]): ReadonlyMap<number, Place> {
  const parents = new Map<number, Profiler.ProfileNode>();
  for (const node of nodes) for (const child of node.children ?? []) parents.set(child, node);
  const places = new Map<number, Place>();
  for (const node of nodes) {
    let place: Place | undefined;
    for (let caller = node; caller && !place; caller = parents.get(caller.id) as typeof caller)
      place = placeOf(caller.callFrame);
    if (node.callFrame.functionName !== '(idle)') places.set(node.id, place ?? nodeItself);
  }
  return places;
}

/** Returns undefined for a function of Node, and for one that was made from a text. */
function placeOf({ functionName, lineNumber, ...frame }: Profiler.ProfileNode['callFrame']) {
  if (functionName === '(garbage collector)') return { cause: 'garbage collection', code: '' };
  const url = sourceOf(frame.url, lineNumber);
  // A package may have packages of its own, and a folder `src`.
  const [, ofPackage] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url) ?? [];
  const [, ofOurs] = /\/(src(?:\/[^/]+(?=\/))?)\/[^/]*/.exec(url) ?? [];
  // A template is a function that was made from a text, and that eta calls.
  const cause = ofPackage === 'eta' ? 'views (eta)' : (ofPackage ?? ofOurs);
  if (!cause) return undefined;
  const name = functionName || `line ${lineNumber + 1}`;
  return { cause, code: `${name} in ${basename(url)}` };
}

/** The lines of a bundled file where another source begins, by its URL. */
const bundles = new Map<string, readonly { readonly line: number; readonly source: string }[]>();

/** Returns the source of a line of a bundle (deploy/build.ts), else the URL itself. */
function sourceOf(url: string, line: number): string {
  if (!/\/dist\/parts\/.*\.js$/.test(url)) return url;
  const sources = bundles.get(url) ?? sourcesIn(readFileSync(fileURLToPath(url), 'utf8'));
  bundles.set(url, sources);
  return sources.findLast((one) => one.line <= line)?.source ?? url;
}

/** The bundler writes a comment before each source: `// src/web/rows.ts`. */
export function sourcesIn(bundle: string): { line: number; source: string }[] {
  return bundle.split('\n').flatMap((text, line) => {
    const [, source] = /^\/\/ ((?:src|node_modules)\/\S+)$/.exec(text) ?? [];
    return source ? [{ line, source: `/${source}` }] : [];
  });
}
