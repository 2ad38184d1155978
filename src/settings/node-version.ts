// Checks the Node version before any other file is loaded, because other files may fail on an old
// version without saying why. This file therefore imports nothing.

/** The oldest supported version, as in `engines` of package.json. */
const oldest = [20, 19] as const;

/** `version` is in the format of `process.versions.node`. */
export function isOldNode(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major < oldest[0] || (major === oldest[0] && minor < oldest[1]);
}

export function refuseOldNode(): void {
  const version = process.versions.node;
  if (!isOldNode(version)) return;
  console.error(
    `Lanyard cannot start: Node ${version} is too old. Install Node 24, or ${oldest.join('.')} at least.`,
  );
  process.exit(1);
}
