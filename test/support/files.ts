/** Exports as texts, and loads of texts as files, in process. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LoadReport, loadFile } from '../../scripts/load-file.js';
import { allKinds, kinds } from '../../src/kinds/index.js';
import type { KindName } from '../../src/kinds/record.js';
import type { OpenDeps } from '../../src/open.js';
import type { Deps } from '../../src/records/deps.js';
import { exportRecords } from '../../src/records/tell/export.js';

/** In this order each export names only what an earlier one holds. */
const ORDER: readonly KindName[] = ['category', 'tag', 'venue', 'organizer', 'event'];

/** → the export of a kind. */
export async function exported(deps: Deps, kind: KindName): Promise<string> {
  let text = '';
  for await (const lines of exportRecords(deps, kinds[kind])) text += lines;
  return text;
}

/** → the exports of all kinds. */
export async function exportedAll(deps: Deps): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const { name } of allKinds) files[name] = await exported(deps, name);
  return files;
}

/** What a load counts, and the lines it prints. */
type Loaded = LoadReport & { told: string[] };

/** Loads a file as the script does. */
export async function loadPath(
  deps: OpenDeps,
  kind: KindName,
  file: string,
  mapping?: string,
): Promise<Loaded> {
  const told: string[] = [];
  const print = (line: string) => void told.push(line);
  const options = { kind: kinds[kind], file, isDryRun: false, isStrict: false, print };
  const report = await loadFile(deps, { ...options, ...(mapping ? { mapping } : {}) });
  return { ...report, told };
}

/** Loads a text as a file of this name. */
export async function loadText(
  deps: OpenDeps,
  kind: KindName,
  text: string,
  name: string = kind,
): Promise<Loaded> {
  const folder = mkdtempSync(join(tmpdir(), 'marquee-test-'));
  try {
    writeFileSync(join(folder, name), text);
    return await loadPath(deps, kind, join(folder, name));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Loads the exports of kinds. → how many records they created, and the lines printed. */
export async function loadAll(
  deps: OpenDeps,
  files: Record<string, string>,
): Promise<{ created: number; rejected: number; told: string[] }> {
  const all = { created: 0, rejected: 0, told: [] as string[] };
  for (const kind of ORDER) {
    const { created, rejected, told } = await loadText(deps, kind, files[kind] ?? '');
    all.created += created;
    all.rejected += rejected;
    all.told.push(...told);
  }
  return all;
}
