/** The schema that states the parameters of an operation. */
import type { Kind } from '../kinds/kind.js';
import type { Operation } from './routes.js';

/** → the path below schemas/, or null when the operation takes only the parameters in its path. */
export function parametersSchema(kind: Kind | null, operation: Operation): string | null {
  if (!kind) return ofService[operation] ?? null;
  switch (operation) {
    case 'list':
      return kind.listSchema;
    case 'create':
    case 'update':
    case 'put':
      return kind.schema;
    case 'read':
      return kind.itemSchema ?? 'queries/item.json';
    case 'remove':
      return 'queries/remove.json';
    case 'bulk':
      return 'queries/bulk.json';
    case 'merge':
      return 'queries/merge.json';
    case 'changes':
      return 'queries/changes.json';
    case 'suggest':
      return 'queries/suggest.json';
    default:
      return null;
  }
}

const ofService: Partial<Record<Operation, string>> = {
  root: 'queries/root.json',
  addWebhook: 'queries/webhook.json',
  updateWebhook: 'queries/webhook.json',
  rotateWebhook: 'queries/webhook-rotate.json',
  replayWebhook: 'queries/webhook-replay.json',
};
