// Which versions of Node can run Lanyard. The entries ask before they load anything else: an older
// one cannot even read the other files. So this file imports nothing.

/** The oldest that package.json allows. */
const oldest = [20, 19] as const;

/** `version` as in `process.versions.node`. */
export function isOldNode(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major < oldest[0] || (major === oldest[0] && minor < oldest[1]);
}

/** Prints one line and ends the process if its Node is too old. */
export function refuseOldNode(): void {
  const version = process.versions.node;
  if (!isOldNode(version)) return;
  console.error(
    `Lanyard cannot start: Node ${version} is too old. Install Node 24, or ${oldest.join('.')} at least.`,
  );
  process.exit(1);
}
