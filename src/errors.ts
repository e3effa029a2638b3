/**
 * The error catalogue: one function for each error a caller can meet.
 * Every room throws these; only http/middleware/errors.ts answers them.
 * Codes are stable and listed in the README.
 */

/** One thing wrong with an input. `isType` marks a failed declared-type check. */
export interface Issue {
  param: string;
  reason: string;
  isType?: boolean;
  /** A code of its own, told in the answer's details. */
  code?: string;
}

/** An expected failure: HTTP `status`, stable `code`, English `message`, extra `data`. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly data: Record<string, unknown>;
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    code: string,
    message: string,
    options: {
      data?: Record<string, unknown>;
      headers?: Record<string, string>;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: options.cause });
    this.status = status;
    this.code = code;
    this.data = options.data ?? {};
    this.headers = options.headers ?? {};
  }
}

/** 404: no such route, or a method that is not offered there. Source: contract 0. */
export const noRoute = () =>
  new ApiError(404, 'rest_no_route', 'No route was found matching the URL and request method.');

/** 400: the body is not JSON. Source: contract 0 step 2. */
export const invalidJson = () =>
  new ApiError(400, 'rest_invalid_json', 'Invalid JSON body passed.', {
    data: { json_error_code: 4, json_error_message: 'Syntax error' },
  });

/** 413: the body is larger than `limits.bodyBytes`. Source: contract 10. */
export const bodyTooLarge = (maxBytes: number) =>
  new ApiError(413, 'rest_body_too_large', `The body is larger than ${maxBytes} bytes.`);

/** 400: required parameters are absent; names all of them. Source: contract 0 step 3. */
export const missingParams = (names: string[]) =>
  new ApiError(400, 'rest_missing_callback_param', `Missing parameter(s): ${names.join(', ')}`, {
    data: { params: names },
  });

/** 400: parameters that failed; names all of them with a reason each. Source: contract 7. */
export function invalidParams(issues: Issue[]): ApiError {
  const params: Record<string, string> = {};
  const details: Record<string, unknown> = {};
  for (const { param, reason, isType, code } of issues) {
    if (params[param] !== undefined) continue;
    params[param] = isType ? reason : `Invalid parameter. ${reason}`.trim();
    if (isType || code) {
      details[param] = { code: code ?? 'rest_invalid_type', message: reason, data: { param } };
    }
  }
  const names = Object.keys(params).join(', ');
  return new ApiError(400, 'rest_invalid_param', `Invalid parameter(s): ${names}`, {
    data: { params, details: Object.keys(details).length > 0 ? details : [] },
  });
}

/** An issue: events are asked for by tickets, of which nothing is known here. Contract 3.2. */
export const ticketsNotActive = (param: string): Issue => ({
  param,
  reason: 'There is no ticket extension.',
  code: 'event-tickets-not-active',
});

/** 401 for anonymous callers, 403 for known ones. Source: contract 6.2. */
export const forbidden = (isAnonymous: boolean) =>
  new ApiError(isAnonymous ? 401 : 403, 'rest_forbidden', 'Sorry, you are not allowed to do that.');

/** 401: credentials were sent but are not known. Source: contract 6.1. */
export const notLoggedIn = () =>
  new ApiError(401, 'rest_not_logged_in', 'The credentials sent are not known here.', {
    headers: { 'WWW-Authenticate': 'Bearer realm="events"' },
  });

/** 403: `author` names somebody else and the caller may not edit others'. Source: contract 6.3. */
export const cannotEditOthers = () =>
  new ApiError(
    403,
    'rest_cannot_edit_others',
    'Sorry, you are not allowed to create or edit records as this user.',
  );

/** 404: no event under this ID or slug. Source: contract 7, unknown-ID matrix. */
export const eventNotFound = (key: string | number) =>
  new ApiError(404, 'rest-event-not-found', `The event ${key} does not exist.`);

/** 400: the ID belongs to a record of another kind. Source: contract 7. */
export const invalidEventId = (id: number) =>
  new ApiError(400, 'rest-invalid-event-id', `The ID ${id} is not that of an event.`);

/** 403: the record is not public and the caller may not read it. Source: contract 6.2. */
export const notAccessible = (kindName: string) =>
  new ApiError(403, `${kindName}-not-accessible`, `The requested ${kindName} is not accessible.`);

/** 403: GET of a trashed event, for everyone. Source: contract 5. */
export const noLongerAvailable = () =>
  new ApiError(403, 'event-no-longer-available', 'The requested event is no longer available.');

/** 410: DELETE of a record that is in the trash already. Source: contract 5. */
export const isInTrash = (kindName: string, id: number) =>
  new ApiError(410, `${kindName}-is-in-trash`, `The ${kindName} ${id} is already in the trash.`);

/** 404: a page past the end of an archive of posts. Source: contract 2. */
export const pageNotFound = (kindName: string) =>
  new ApiError(404, `${kindName}-archive-page-not-found`, 'The requested page was not found.');

/** 400: a term of this name is there already. Source: contract 4.9. */
export const termExists = (termId: number) =>
  new ApiError(400, 'term_exists', 'A term with the name provided already exists.', {
    data: { term_id: termId },
  });

/** 400: another term holds this slug. Source: contract 4.9, Q36. */
export const duplicateTermSlug = (slug: string) =>
  new ApiError(400, 'duplicate_term_slug', `The slug "${slug}" is already in use.`);

/** 404: the term vanished between check and read. Source: contract 7. */
export const termInvalid = () => new ApiError(404, 'rest_term_invalid', 'Term does not exist.');

/** 500: the store refused to move a record to the trash. Source: contract 5. */
export const couldNotDelete = (kindName: string, cause: unknown) =>
  new ApiError(500, `could-not-delete-${kindName}`, `Could not delete the ${kindName}.`, { cause });

/** Refused writes that are a fault of ours, not of what was sent. Source: contract 7. */
const refusedWith500 = new Set(['could-not-create-event', 'could-not-update-event']);

/** 400 (events: 500): the store refused an insert or update. Source: contract 7. */
export const couldNotWrite = (verb: 'create' | 'update', kindName: string, cause: unknown) =>
  new ApiError(
    refusedWith500.has(`could-not-${verb}-${kindName}`) ? 500 : 400,
    `could-not-${verb}-${kindName}`,
    `Could not ${verb} the ${kindName}.`,
    { cause },
  );

/** 503: the search index does not answer; item queries go on. Source: house.md 4. */
export const indexUnavailable = (cause: unknown) =>
  new ApiError(503, 'search_index_unavailable', 'List queries are not available at the moment.', {
    headers: { 'Retry-After': '5' },
    cause,
  });

/** 503: the record store does not answer; of a write, nothing was stored. */
export const storeUnavailable = (cause: unknown) =>
  new ApiError(503, 'record_store_unavailable', 'Records are not available at the moment.', {
    headers: { 'Retry-After': '5' },
    cause,
  });

/** 503: the connection was lost while a write was committed; whoever repeats it looks first. */
export const outcomeUnknown = (cause: unknown) =>
  new ApiError(
    503,
    'record_store_unavailable',
    'The record store was lost during the write, which may have been stored. Check before a retry.',
    { cause },
  );

/** 400: the request is no HTTP that can be read. */
export const malformedRequest = () =>
  new ApiError(400, 'rest_bad_request', 'The request is malformed.');

/** 417: the request expects something besides `100-continue`. */
export const expectationFailed = () =>
  new ApiError(417, 'rest_expectation_failed', 'Only "Expect: 100-continue" can be met.');

/** 431: the request line and headers are longer than Node takes. */
export const headersTooLarge = () =>
  new ApiError(431, 'rest_headers_too_large', 'The request line and headers are too long.');

/** 500: a fault of ours; nothing of its cause is told. */
export const internalError = (cause: unknown) =>
  new ApiError(500, 'internal_error', 'Something went wrong on our side.', { cause });
