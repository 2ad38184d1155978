// Where views/ and public/ are.

/**
 * As seen from two folders below: here, and in dist/parts, where the build puts this code. Every
 * file that finds another by its own place stands there, too.
 */
export const projectFolder = new URL('../../', import.meta.url);
