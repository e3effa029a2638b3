/** The request pipeline and the error table. Contract 0 and 7. */
import { runScenarios } from '../support/scenarios.js';

runScenarios('errors', [
  {
    name: '0 step 1: an unknown route is 404 rest_no_route',
    call: { request: 'GET /nothing' },
    status: 404,
    code: 'rest_no_route',
  },
  {
    name: '0 step 2: malformed JSON is 400 rest_invalid_json',
    call: { request: 'POST /events', as: 'admin', body: '{"title":' },
    status: 400,
    code: 'rest_invalid_json',
  },
]);
