/**
 * The tests of `npm test`: all but those that start processes and browsers, and five that take as
 * long as many others together. Of random lives it has one.
 */
import { defineConfig } from 'vitest/config';
import { run, shared } from './vitest.config.js';

export default defineConfig({ test: { ...run, ...shared, env: { QUICK: 'true' } } });
