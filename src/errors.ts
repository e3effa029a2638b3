/**
 * The error catalogue: one function for each error a caller can receive. Any folder may throw
 * them; http/middleware/errors.ts turns them into responses. Codes are stable. Contract 7.
 */

/** A problem with an input. `isType` marks a failed check of the declared type. */
export interface Issue {
  param: string;
  reason: string;
  isType?: boolean;
  /** Specific code, shown in the response's `details`. */
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
    // A refusal is an expected answer, and finding out where it was made would cost more than it.
    const depth = Error.stackTraceLimit;
    if (status < 500) Error.stackTraceLimit = 0;
    super(message, { cause: options.cause });
    Error.stackTraceLimit = depth;
    this.status = status;
    this.code = code;
    this.data = options.data ?? {};
    this.headers = options.headers ?? {};
  }

  /** The body of its answer. Contract 7. */
  get body(): object {
    const { code, message, status, data } = this;
    return { code, message, data: { status, ...data } };
  }
}

/** 404: no such route, or the route does not support the method. Source: Contract 0. */
export const noRoute = () =>
  new ApiError(404, 'rest_no_route', 'No route was found matching the URL and request method.');

/** 400: the body is not JSON. Source: Contract 0 step 2. */
export const invalidJson = () =>
  new ApiError(400, 'rest_invalid_json', 'Invalid JSON body passed.', {
    data: { json_error_code: 4, json_error_message: 'Syntax error' },
  });

/** 413: the body is larger than 1 MiB. Source: Contract 10. */
export const bodyTooLarge = (maxBytes: number) =>
  new ApiError(413, 'rest_body_too_large', `The body is larger than ${maxBytes} bytes.`);

/** 415: nothing reads a body of this type. Source: Contract 0, body types. */
export const unsupportedType = () =>
  new ApiError(415, 'rest_unsupported_media_type', 'Send JSON (application/json), or a form.');

/** 400: required parameters are missing; lists all of them. Source: Contract 0 step 3. */
export const missingParams = (names: string[]) =>
  new ApiError(400, 'rest_missing_callback_param', `Missing parameter(s): ${names.join(', ')}`, {
    data: { params: names },
  });

/** 400: invalid parameters; lists each with the reason of its first issue. Source: Contract 7. */
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

/** The issue of a filter by tickets, which the service does not support. Contract 3.2. */
export const ticketsNotActive = (param: string): Issue => ({
  param,
  reason: 'There is no ticket extension.',
  code: 'event-tickets-not-active',
});

/** 401, 403: anonymous callers, known ones, who may not do this. Source: Contract 6.2. */
export const forbidden = (isAnonymous: boolean) =>
  new ApiError(isAnonymous ? 401 : 403, 'rest_forbidden', 'Sorry, you are not allowed to do that.');

/** 401: the request carries unknown credentials. Source: Contract 6.1. */
export const notLoggedIn = () =>
  new ApiError(401, 'rest_not_logged_in', 'The credentials sent are not known here.', {
    headers: { 'WWW-Authenticate': 'Bearer realm="events"' },
  });

/** 403: `author` is another user, whose records the caller may not edit. Source: Contract 6.3. */
export const cannotEditOthers = () =>
  new ApiError(403, 'rest_cannot_edit_others', 'Sorry, you are not allowed to write as this user.');

/** 410: numbers of the change feed are from before a backup was restored. Source: Contract 30. */
export const changesRestarted = () =>
  new ApiError(
    410,
    'changes-restarted',
    'The numbers were begun anew, as a backup was restored. Start without afterChangeNumber.',
  );

/** 404: no webhook has this ID. Source: Contract 31. */
export const webhookNotFound = (id: number) =>
  new ApiError(404, 'webhook-not-found', `The webhook ${id} does not exist.`);

/** 404: no event has this ID or slug. Source: Contract 7, unknown-ID matrix. */
export const eventNotFound = (key: string | number) =>
  new ApiError(404, 'rest-event-not-found', `The event ${key} does not exist.`);

/** 400: the ID belongs to a record of another kind. Source: Contract 7. */
export const invalidEventId = (id: number) =>
  new ApiError(400, 'rest-invalid-event-id', `The ID ${id} is not that of an event.`);

/** 403: the record is not public and the caller may not read it. Source: Contract 6.2. */
export const notAccessible = (kindName: string) =>
  new ApiError(403, `${kindName}-not-accessible`, `The requested ${kindName} is not accessible.`);

/** 403: GET of a trashed event, whoever the caller is. Source: Contract 5. */
export const noLongerAvailable = () =>
  new ApiError(403, 'event-no-longer-available', 'The requested event is no longer available.');

/** 410: DELETE of a record already in the trash. Source: Contract 5. */
export const isInTrash = (kindName: string, id: number) =>
  new ApiError(410, `${kindName}-is-in-trash`, `The ${kindName} ${id} is already in the trash.`);

const moved = (code: string, message: string, id: number, location: string) =>
  new ApiError(301, code, message, { data: { id }, headers: { Location: location } });

/** 301: the record was merged into another one, which is at `location`. Contract 18.1. */
export const recordMerged = (kindName: string, id: number, location: string) =>
  moved('rest_record_merged', `The ${kindName} was merged into ${id}.`, id, location);

/** 301: the record has another slug now. Source: Contract 4.8. */
export const recordRenamed = (kindName: string, id: number, location: string) =>
  moved('rest_record_renamed', `The ${kindName} ${id} has another slug now.`, id, location);

/** 404: a page past the end of an archive of posts. Source: Contract 2. */
export const pageNotFound = (kindName: string) =>
  new ApiError(404, `${kindName}-archive-page-not-found`, 'The requested page was not found.');

/** 400: a term of this name already exists. Source: Contract 4.9. */
export const termExists = (termId: number) =>
  new ApiError(400, 'term_exists', 'A term with the name provided already exists.', {
    data: { term_id: termId },
  });

/** 409: a row of a load repeats a record, and was to be refused then. Source: Contract 16.3. */
export const recordExists = (kindName: string, id: number) =>
  new ApiError(409, 'rest_record_exists', `This ${kindName} exists already.`, { data: { id } });

/** 400: another term has this slug. Source: Contract 4.9. */
export const duplicateTermSlug = (slug: string) =>
  new ApiError(400, 'duplicate_term_slug', `The slug "${slug}" is already in use.`);

/** 404: the term was deleted between check and read. Source: Contract 7. */
export const termInvalid = () => new ApiError(404, 'rest_term_invalid', 'Term does not exist.');

/** 500: the store failed to delete a record. Source: Contract 5. */
export const couldNotDelete = (kindName: string, cause: unknown) =>
  new ApiError(500, `could-not-delete-${kindName}`, `Could not delete the ${kindName}.`, { cause });

/** Failed writes that are answered as server errors. Source: Contract 7. */
const refusedWith500 = new Set(['could-not-create-event', 'could-not-update-event']);

/** 400, 500: the store failed to insert or update a record; 500 of events. Source: Contract 7. */
export const couldNotWrite = (verb: 'create' | 'update', kindName: string, cause: unknown) =>
  new ApiError(
    refusedWith500.has(`could-not-${verb}-${kindName}`) ? 500 : 400,
    `could-not-${verb}-${kindName}`,
    `Could not ${verb} the ${kindName}.`,
    { cause },
  );

/** 503: the search index does not respond; item queries still work. */
export const indexUnavailable = (cause: unknown) =>
  new ApiError(503, 'search_index_unavailable', 'List queries are not available at the moment.', {
    headers: { 'Retry-After': '5' },
    cause,
  });

/** 503: the record store does not respond. A write that fails this way has stored nothing. */
export const storeUnavailable = (cause: unknown) =>
  new ApiError(503, 'record_store_unavailable', 'Records are not available at the moment.', {
    headers: { 'Retry-After': '5' },
    cause,
  });

/** 503: the connection was lost during a commit; callers must check before they repeat a write. */
export const outcomeUnknown = (cause: unknown) =>
  new ApiError(
    503,
    'record_store_unavailable',
    'The record store was lost during the write, which may have been stored. Check before a retry.',
    { cause },
  );

/** 412: the record does not meet `If-Match` or `If-None-Match`. Contract 22. */
export const preconditionFailed = () =>
  new ApiError(412, 'rest_precondition_failed', 'The record is not the one that was asked for.');

/** 429: more requests than the caller may send. Contract 21. */
export const tooManyRequests = (seconds: number) =>
  new ApiError(429, 'rest_too_many_requests', 'Too many requests. Try again later.', {
    headers: { 'Retry-After': String(seconds) },
  });

/** 503: there is more to do than can be done; a retry makes sense after `seconds`. Contract 23. */
export const overloaded = (seconds: number) =>
  new ApiError(503, 'service_overloaded', 'The service is overloaded. Try again in a moment.', {
    headers: { 'Retry-After': String(seconds) },
  });

/** 503: readiness while the service is about to stop; it still answers everything else. */
export const isStopping = () =>
  new ApiError(503, 'service_stopping', 'The service is about to stop.');

/** 400: the request is not valid HTTP. */
export const malformedRequest = () =>
  new ApiError(400, 'rest_bad_request', 'The request is malformed.');

/** 417: the request expects something other than `100-continue`. */
export const expectationFailed = () =>
  new ApiError(417, 'rest_expectation_failed', 'Only "Expect: 100-continue" can be met.');

/** 431: the request line and headers are longer than Node accepts. */
export const headersTooLarge = () =>
  new ApiError(431, 'rest_headers_too_large', 'The request line and headers are too long.');

/** 500: an unexpected error; the response does not reveal its cause. */
export const internalError = (cause: unknown) =>
  new ApiError(500, 'internal_error', 'Something went wrong on our side.', { cause });
