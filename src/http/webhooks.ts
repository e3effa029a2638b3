/** Handlers of webhooks, for administrators alone. Source: Contract 31. */
import { canOperate } from '../access/roles.js';
import { forbidden } from '../errors.js';
import type { Deps } from '../records/deps.js';
import {
  addWebhook,
  readWebhook,
  removeWebhook,
  replayWebhook,
  rotateSecret,
  testWebhook,
  updateWebhook,
} from '../service/webhooks/manage.js';
import { showWebhook, webhooks } from '../service/webhooks/webhook.js';
import { answer, type Context } from './context.js';

/** → the handler, for administrators. */
const forOperators =
  (handle: (deps: Deps, ctx: Context, id: number) => Promise<void>) =>
  async (deps: Deps, ctx: Context): Promise<void> => {
    const { caller } = ctx.state;
    if (!canOperate(caller)) throw forbidden(caller === null);
    await handle(deps, ctx, Number(ctx.params.id));
  };

/** The handlers by operation. */
export const webhookHandlers = {
  listWebhooks: forOperators(async (deps, ctx) =>
    answer(ctx, { webhooks: (await webhooks.list(deps)).map(showWebhook) }),
  ),
  addWebhook: forOperators(async (deps, ctx) => {
    const { added, secret } = await addWebhook(deps, ctx.state.parameters);
    ctx.set('Location', `${deps.roots.api}/webhooks/${added.id}`);
    answer(ctx, { ...showWebhook(added), secret }, 201);
  }),
  readWebhook: forOperators(async (deps, ctx, id) =>
    answer(ctx, showWebhook(await readWebhook(deps, id))),
  ),
  updateWebhook: forOperators(async (deps, ctx, id) =>
    answer(ctx, showWebhook(await updateWebhook(deps, id, ctx.state.parameters))),
  ),
  removeWebhook: forOperators(async (deps, ctx, id) =>
    answer(ctx, showWebhook(await removeWebhook(deps, id))),
  ),
  rotateWebhook: forOperators(async (deps, ctx, id) => {
    const { changed, secret } = await rotateSecret(deps, id, ctx.state.parameters);
    answer(ctx, { ...showWebhook(changed), secret });
  }),
  replayWebhook: forOperators(async (deps, ctx, id) =>
    answer(ctx, showWebhook(await replayWebhook(deps, id, ctx.state.parameters))),
  ),
  testWebhook: forOperators(async (deps, ctx, id) => answer(ctx, await testWebhook(deps, id))),
  listDeliveries: forOperators(async (deps, ctx, id) =>
    answer(ctx, { deliveries: (await readWebhook(deps, id)).value.deliveries }),
  ),
};
