/**
 * Writes src/schema.ts: the types of the service's OpenAPI document, which the built service in
 * ../dist describes. `--check` writes nothing and exits 1 when the file is another one.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { describeApi } from '../dist/src/http/openapi/document.js';

const file = new URL('src/schema.ts', import.meta.url);
const NOTHING = ts.factory.createArrayTypeNode(
  ts.factory.createKeywordTypeNode(ts.SyntaxKind.NeverKeyword),
);
const document = describeApi({ apiRoot: '/vendor/events/v1', defaults: { per_page: 10 } });
nameErrors(document);
// Types need no examples.
for (const schema of Object.values(document.components.schemas)) delete schema.example;
const tree = await openapiTS(document, {
  // A default is for who sends nothing: it makes no field a must.
  defaultNonNullable: false,
  emptyObjectsUnknown: true,
  // The one list that never holds anything stands for "none".
  transform: ({ maxItems }) => (maxItems === 0 ? NOTHING : undefined),
});
const text = `// Made by \`npm run generate\` from the OpenAPI document. Do not edit.\n${astToString(tree)}`;

if (process.argv.includes('--check')) {
  if (readFileSync(file, 'utf8') === text) process.exit(0);
  process.stderr.write('client/src/schema.ts is not what /doc says now: npm run client\n');
  process.exit(1);
}
writeFileSync(file, text);

/** Gives each failure the codes that it may have, and `Error` all of them. */
function nameErrors({ paths, components }) {
  const operations = Object.values(paths).flatMap((item) => Object.values(item));
  const responses = [components, ...operations].flatMap((one) => Object.values(one.responses));
  const failures = responses.filter((response) => response['x-codes']);
  for (const { 'x-codes': codes, content } of failures) {
    const { schema } = content['application/json'];
    const code = { type: 'object', required: ['code'], properties: { code: enumOf(codes) } };
    content['application/json'] = { schema: { allOf: [schema, code] } };
  }
  const codes = [...new Set(failures.flatMap((response) => response['x-codes']))].sort();
  Object.assign(components.schemas.Error.properties.code, enumOf(codes));
}

function enumOf(codes) {
  return { type: 'string', enum: codes };
}
