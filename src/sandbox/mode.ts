// The sandbox's mode, which can change while the sandbox runs.

/**
 * In strict mode, the sandbox accepts only what the platform's public documentation describes. In
 * tolerant mode, it behaves as docs/interface.md describes. docs/sandbox.md lists the differences.
 */
export interface Mode {
  strict: boolean;
}
