/** Small file systems in memory, which can be full in truth. Needs Linux, and root to mount them. */
import { execFileSync } from 'node:child_process';
import { afterAll } from 'vitest';
import { tempFolder } from './process.js';

const MOUNTS: string[] = [];
afterAll(() => {
  for (const folder of MOUNTS) execFileSync('umount', ['--lazy', folder]);
});

/** → why no file system can be mounted, or null. */
export function mountReason(): string | null {
  try {
    mount('1m');
    return null;
  } catch {
    return 'only root may mount a file system, on Linux';
  }
}

/** → the folder of a new file system; `size` as mount takes it, `24m`. */
export function mount(size: string): string {
  const folder = tempFolder();
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder], { stdio: 'pipe' });
  MOUNTS.push(folder);
  return folder;
}
