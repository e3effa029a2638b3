/** A load over HTTP whose rows are sent one by one. */
import { request } from 'node:http';
import type { Json, TestApp } from './app.js';
import { PREFIX } from './shared.js';
import { until } from './until.js';

/** A request whose body is sent line by line while its answer is read. */
export function openTalk(app: TestApp, path: string) {
  const lines: string[] = [];
  const sent = request(app.url + PREFIX + path, {
    method: 'POST',
    headers: {
      Authorization: 'Bearer mq_of_editor_in_tests',
      'Content-Type': 'application/x-ndjson',
      'Transfer-Encoding': 'chunked',
    },
    agent: false,
  });
  let rest = '';
  sent.on('error', () => undefined);
  sent.on('response', (answer) => answer.on('error', () => undefined));
  sent.on('response', (answer) =>
    answer.setEncoding('utf8').on('data', (part: string) => {
      const parts = (rest + part).split('\n');
      rest = parts.pop() ?? '';
      lines.push(...parts);
    }),
  );
  return {
    send: (row: Json) => void sent.write(`${JSON.stringify(row)}\n`),
    end: () => void sent.end(),
    leave: (text: string) => void sent.write(text, () => sent.destroy()),
    next: async (): Promise<Json> => {
      await until(async () => lines.length > 0);
      return JSON.parse(lines.shift() ?? '');
    },
  };
}
