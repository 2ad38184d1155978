// The sandbox's faults and its record of steps compare paths as they are written. Its routes do the
// same, so that no spelling of a path reaches a route without its fault.
import { Router } from 'express';

export const exactRouter = (): Router => Router({ caseSensitive: true, strict: true });
