/** Handlers of webhooks, for administrators alone. Source: Contract 31. */
import { canOperate } from '../access/roles.js';
import { forbidden } from '../errors.js';
import type { Deps } from '../records/deps.js';
import * as manage from '../service/webhooks/manage.js';
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

/** → the handler that answers with the webhook of a change, or as it is. */
const answering = (change: typeof manage.updateWebhook) =>
  forOperators(async (deps, ctx, id) =>
    answer(ctx, showWebhook(await change(deps, id, ctx.state.parameters))),
  );

/** The handlers by operation. */
export const webhookHandlers = {
  listWebhooks: forOperators(async (deps, ctx) =>
    answer(ctx, { webhooks: (await webhooks.list(deps)).map(showWebhook) }),
  ),
  addWebhook: forOperators(async (deps, ctx) => {
    const { added, secret } = await manage.addWebhook(deps, ctx.state.parameters);
    ctx.set('Location', `${deps.roots.api}/webhooks/${added.id}`);
    answer(ctx, { ...showWebhook(added), secret }, 201);
  }),
  readWebhook: answering(manage.readWebhook),
  updateWebhook: answering(manage.updateWebhook),
  removeWebhook: answering(manage.removeWebhook),
  rotateWebhook: forOperators(async (deps, ctx, id) => {
    const { changed, secret } = await manage.rotateSecret(deps, id, ctx.state.parameters);
    answer(ctx, { ...showWebhook(changed), secret });
  }),
  replayWebhook: answering(manage.replayWebhook),
  testWebhook: forOperators(async (deps, ctx, id) =>
    answer(ctx, await manage.testWebhook(deps, id)),
  ),
  listDeliveries: forOperators(async (deps, ctx, id) =>
    answer(ctx, { deliveries: (await manage.readWebhook(deps, id)).value.deliveries }),
  ),
};
