// Made by `npm run generate` from the OpenAPI document. Do not edit.
export interface paths {
    "/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Describe the namespace and its routes
         * @description For discovery: every route with its methods and parameters.
         */
        get: operations["describeNamespace"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/doc": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * This document
         * @description What each route takes and answers, in OpenAPI 3.0.
         */
        get: operations["readDocumentation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List events
         * @description The records that match, a page at a time; `next_rest_url` leads to the next page.
         */
        get: operations["listEvents"];
        put?: never;
        /**
         * Create an event
         * @description The body holds its fields; the answer is the whole record, with its ID.
         */
        post: operations["createEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events.{format}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List events in a format
         * @description The records that match, a page at a time; `next_rest_url` leads to the next page. The path names the format.
         */
        get: operations["listEventsInFormat"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Load events
         * @description Each row of the body creates or updates one; the answer has a line for each row.
         */
        post: operations["bulkEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List events in the order of their last changes
         * @description For copies elsewhere: records changed or erased after a position.
         */
        get: operations["changesEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/suggest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Suggest what to search events for
         * @description Titles, venues, cities and categories that begin as somebody types.
         */
        get: operations["suggestEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{id}.{format}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an event in a format
         * @description Answers the whole record; `fields` narrows it to the keys that are asked for. The path names the format.
         */
        get: operations["readEventInFormat"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an event
         * @description Answers the whole record; `fields` narrows it to the keys that are asked for.
         */
        get: operations["readEvent"];
        /**
         * Update an event by PUT
         * @description Absent fields are unchanged. POST, PUT and PATCH do the same.
         */
        put: operations["updateEventByPut"];
        /**
         * Update an event by POST
         * @description Absent fields are unchanged. POST, PUT and PATCH do the same.
         */
        post: operations["updateEventByPost"];
        /**
         * Delete an event
         * @description Moves the record to the trash; with `force` it is erased.
         */
        delete: operations["removeEvent"];
        options?: never;
        head?: never;
        /**
         * Update an event by PATCH
         * @description Absent fields are unchanged. POST, PUT and PATCH do the same.
         */
        patch: operations["updateEventByPatch"];
        trace?: never;
    };
    "/events/{id}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview the page of an event
         * @description Gives an address of its page before it is public: for a week, or until it changes.
         */
        post: operations["previewEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/by-slug/{slug}.{format}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an event by its slug in a format
         * @description Answers the whole record; `fields` narrows it to the keys that are asked for. The path names the format.
         */
        get: operations["readEventBySlugInFormat"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/by-slug/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an event by its slug
         * @description Answers the whole record; `fields` narrows it to the keys that are asked for.
         */
        get: operations["readEventBySlug"];
        /**
         * Update an event by its slug by PUT
         * @description Absent fields are unchanged. POST, PUT and PATCH do the same.
         */
        put: operations["updateEventBySlugByPut"];
        /**
         * Update an event by its slug by POST
         * @description Absent fields are unchanged. POST, PUT and PATCH do the same.
         */
        post: operations["updateEventBySlugByPost"];
        /**
         * Delete an event by its slug
         * @description Moves the record to the trash; with `force` it is erased.
         */
        delete: operations["removeEventBySlug"];
        options?: never;
        head?: never;
        /**
         * Update an event by its slug by PATCH
         * @description Absent fields are unchanged. POST, PUT and PATCH do the same.
         */
        patch: operations["updateEventBySlugByPatch"];
        trace?: never;
    };
    "/events/external/{source}/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an event by its key in another system
         * @description Answers the whole record; `fields` narrows it to the keys that are asked for.
         */
        get: operations["readEventByExternalKey"];
        /**
         * Create or update an event by its key in another system
         * @description Creates the record if no record has this key, else changes the sent fields.
         */
        put: operations["putEventByExternalKey"];
        post?: never;
        /**
         * Delete an event by its key in another system
         * @description Moves the record to the trash; with `force` it is erased.
         */
        delete: operations["removeEventByExternalKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/venues": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List venues
         * @description The records that match, a page at a time; `next_rest_url` leads to the next page.
         */
        get: operations["listVenues"];
        put?: never;
        /**
         * Create a venue
         * @description The body holds its fields; the answer is the whole record, with its ID.
         */
        post: operations["createVenue"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/venues.{format}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List venues in a format
         * @description The records that match, a page at a time; `next_rest_url` leads to the next page. The path names the format.
         */
        get: operations["listVenuesInFormat"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/venues/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Load venues
         * @description Each row of the body creates or updates one; the answer has a line for each row.
         */
        post: operations["bulkVenues"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/venues/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List venues in the order of their last changes
         * @description For copies elsewhere: records changed or erased after a position.
         */
        get: operations["changesVenues"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/venues/{id}.{format}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a venue in a format
         * @description Answers the whole record; `fields` narrows it to the keys that are asked for. The path names the format.
         */
        get: operations["readVenueInFormat"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/venues/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a venue
         * @description Answers the whole record; `fields` narrows it to the keys that are asked for.
         */
        get: operations["readVenue"];
        /**
         * Update a venue by PUT
         * @description Absent fields are unchanged. POST, PUT and PATCH do the same.
         */
        put: operations["updateVenueByPut"];
        /**
         * Update a venue by POST
         * @description Absent fields are unchanged. POST, PUT and PATCH do the same.
         */
        post: operations["updateVenueByPost"];
        /**
         * Delete a venue
         * @description Moves the record to the trash; with `force` it is erased.
         */
        delete: operations["removeVenue"];
        options?: never;
        head?: never;
        /**
         * Update a venue by PATCH
         * @description Absent fields are unchanged. POST, PUT and PATCH do the same.
         */
        patch: operations["updateVenueByPatch"];
        trace?: never;
    };
    "/venues/{id}/merge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Merge other venues into a venue
         * @description Events that hold the others hold this one afterwards.
         */
        post: operations["mergeVenue"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/venues/{id}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview the page of a venue
         * @description Gives an address of its page before it is public: for a week, or until it changes.
         */
        post: operations["previewVenue"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/venues/by-slug/{slug}.{format}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a venue by its slug in a format
         * @description Answers the whole record; `fields` narrows it to the keys that are asked for. The path names the format.
         */
        get: operations["readVenueBySlugInFormat"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/venues/by-slug/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a venue by its slug
         * @description Answers the whole record; `fields` narrows it to the keys that are asked for.
         */
        get: operations["readVenueBySlug"];
        /**
         * Update a venue by its slug by PUT
         * @description Absent fields are unchanged. POST, PUT and PATCH do the same.
         */
        put: operations["updateVenueBySlugByPut"];
        /**
         * Update a venue by its slug by POST
         * @description Absent fields are unchanged. POST, PUT and PATCH do the same.
         */
        post: operations["updateVenueBySlugByPost"];
        /**
         * Delete a venue by its slug
         * @description Moves the record to the trash; with `force` it is erased.
         */
        delete: operations["removeVenueBySlug"];
        options?: never;
        head?: never;
        /**
         * Update a venue by its slug by PATCH
         * @description Absent fields are unchanged. POST, PUT and PATCH do the same.
         */
        patch: operations["updateVenueBySlugByPatch"];
        trace?: never;
    };
    "/venues/external/{source}/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a venue by its key in another system
         * @description Answers the whole record; `fields` narrows it to the keys that are asked for.
         */
        get: operations["readVenueByExternalKey"];
        /**
         * Create or update a venue by its key in another system
         * @description Creates the record if no record has this key, else changes the sent fields.
         */
        put: operations["putVenueByExternalKey"];
        post?: never;
        /**
         * Delete a venue by its key in another system
         * @description Moves the record to the trash; with `force` it is erased.
         */
        delete: operations["removeVenueByExternalKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List organizers
         * @description The records that match, a page at a time; `next_rest_url` leads to the next page.
         */
        get: operations["listOrganizers"];
        put?: never;
        /**
         * Create an organizer
         * @description The body holds its fields; the answer is the whole record, with its ID.
         */
        post: operations["createOrganizer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizers/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Load organizers
         * @description Each row of the body creates or updates one; the answer has a line for each row.
         */
        post: operations["bulkOrganizers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizers/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List organizers in the order of their last changes
         * @description For copies elsewhere: records changed or erased after a position.
         */
        get: operations["changesOrganizers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an organizer
         * @description Answers the whole record; `fields` narrows it to the keys that are asked for.
         */
        get: operations["readOrganizer"];
        /**
         * Update an organizer by PUT
         * @description Absent fields are unchanged. POST, PUT and PATCH do the same.
         */
        put: operations["updateOrganizerByPut"];
        /**
         * Update an organizer by POST
         * @description Absent fields are unchanged. POST, PUT and PATCH do the same.
         */
        post: operations["updateOrganizerByPost"];
        /**
         * Delete an organizer
         * @description Moves the record to the trash; with `force` it is erased.
         */
        delete: operations["removeOrganizer"];
        options?: never;
        head?: never;
        /**
         * Update an organizer by PATCH
         * @description Absent fields are unchanged. POST, PUT and PATCH do the same.
         */
        patch: operations["updateOrganizerByPatch"];
        trace?: never;
    };
    "/organizers/{id}/merge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Merge other organizers into an organizer
         * @description Events that hold the others hold this one afterwards.
         */
        post: operations["mergeOrganizer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizers/{id}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview the page of an organizer
         * @description Gives an address of its page before it is public: for a week, or until it changes.
         */
        post: operations["previewOrganizer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizers/by-slug/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an organizer by its slug
         * @description Answers the whole record; `fields` narrows it to the keys that are asked for.
         */
        get: operations["readOrganizerBySlug"];
        /**
         * Update an organizer by its slug by PUT
         * @description Absent fields are unchanged. POST, PUT and PATCH do the same.
         */
        put: operations["updateOrganizerBySlugByPut"];
        /**
         * Update an organizer by its slug by POST
         * @description Absent fields are unchanged. POST, PUT and PATCH do the same.
         */
        post: operations["updateOrganizerBySlugByPost"];
        /**
         * Delete an organizer by its slug
         * @description Moves the record to the trash; with `force` it is erased.
         */
        delete: operations["removeOrganizerBySlug"];
        options?: never;
        head?: never;
        /**
         * Update an organizer by its slug by PATCH
         * @description Absent fields are unchanged. POST, PUT and PATCH do the same.
         */
        patch: operations["updateOrganizerBySlugByPatch"];
        trace?: never;
    };
    "/organizers/external/{source}/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an organizer by its key in another system
         * @description Answers the whole record; `fields` narrows it to the keys that are asked for.
         */
        get: operations["readOrganizerByExternalKey"];
        /**
         * Create or update an organizer by its key in another system
         * @description Creates the record if no record has this key, else changes the sent fields.
         */
        put: operations["putOrganizerByExternalKey"];
        post?: never;
        /**
         * Delete an organizer by its key in another system
         * @description Moves the record to the trash; with `force` it is erased.
         */
        delete: operations["removeOrganizerByExternalKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/categories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List categories
         * @description The records that match, a page at a time; `next_rest_url` leads to the next page.
         */
        get: operations["listCategories"];
        put?: never;
        /**
         * Create a category
         * @description The body holds its fields; the answer is the whole record, with its ID.
         */
        post: operations["createCategory"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/categories/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Load categories
         * @description Each row of the body creates or updates one; the answer has a line for each row.
         */
        post: operations["bulkCategories"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/categories/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List categories in the order of their last changes
         * @description For copies elsewhere: records changed or erased after a position.
         */
        get: operations["changesCategories"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/categories/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a category
         * @description Answers the whole record; `fields` narrows it to the keys that are asked for.
         */
        get: operations["readCategory"];
        /**
         * Update a category by PUT
         * @description Absent fields are unchanged. POST, PUT and PATCH do the same.
         */
        put: operations["updateCategoryByPut"];
        /**
         * Update a category by POST
         * @description Absent fields are unchanged. POST, PUT and PATCH do the same.
         */
        post: operations["updateCategoryByPost"];
        /**
         * Delete a category
         * @description The record is gone for good, and events lose it.
         */
        delete: operations["removeCategory"];
        options?: never;
        head?: never;
        /**
         * Update a category by PATCH
         * @description Absent fields are unchanged. POST, PUT and PATCH do the same.
         */
        patch: operations["updateCategoryByPatch"];
        trace?: never;
    };
    "/categories/{id}/merge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Merge other categories into a category
         * @description Events that hold the others hold this one afterwards.
         */
        post: operations["mergeCategory"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/categories/{id}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview the page of a category
         * @description Gives an address of its page before it is public: for a week, or until it changes.
         */
        post: operations["previewCategory"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/categories/external/{source}/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a category by its key in another system
         * @description Answers the whole record; `fields` narrows it to the keys that are asked for.
         */
        get: operations["readCategoryByExternalKey"];
        /**
         * Create or update a category by its key in another system
         * @description Creates the record if no record has this key, else changes the sent fields.
         */
        put: operations["putCategoryByExternalKey"];
        post?: never;
        /**
         * Delete a category by its key in another system
         * @description The record is gone for good, and events lose it.
         */
        delete: operations["removeCategoryByExternalKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tags
         * @description The records that match, a page at a time; `next_rest_url` leads to the next page.
         */
        get: operations["listTags"];
        put?: never;
        /**
         * Create a tag
         * @description The body holds its fields; the answer is the whole record, with its ID.
         */
        post: operations["createTag"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tags/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Load tags
         * @description Each row of the body creates or updates one; the answer has a line for each row.
         */
        post: operations["bulkTags"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tags/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tags in the order of their last changes
         * @description For copies elsewhere: records changed or erased after a position.
         */
        get: operations["changesTags"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tags/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a tag
         * @description Answers the whole record; `fields` narrows it to the keys that are asked for.
         */
        get: operations["readTag"];
        /**
         * Update a tag by PUT
         * @description Absent fields are unchanged. POST, PUT and PATCH do the same.
         */
        put: operations["updateTagByPut"];
        /**
         * Update a tag by POST
         * @description Absent fields are unchanged. POST, PUT and PATCH do the same.
         */
        post: operations["updateTagByPost"];
        /**
         * Delete a tag
         * @description The record is gone for good, and events lose it.
         */
        delete: operations["removeTag"];
        options?: never;
        head?: never;
        /**
         * Update a tag by PATCH
         * @description Absent fields are unchanged. POST, PUT and PATCH do the same.
         */
        patch: operations["updateTagByPatch"];
        trace?: never;
    };
    "/tags/{id}/merge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Merge other tags into a tag
         * @description Events that hold the others hold this one afterwards.
         */
        post: operations["mergeTag"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tags/{id}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview the page of a tag
         * @description Gives an address of its page before it is public: for a week, or until it changes.
         */
        post: operations["previewTag"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tags/external/{source}/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a tag by its key in another system
         * @description Answers the whole record; `fields` narrows it to the keys that are asked for.
         */
        get: operations["readTagByExternalKey"];
        /**
         * Create or update a tag by its key in another system
         * @description Creates the record if no record has this key, else changes the sent fields.
         */
        put: operations["putTagByExternalKey"];
        post?: never;
        /**
         * Delete a tag by its key in another system
         * @description The record is gone for good, and events lose it.
         */
        delete: operations["removeTagByExternalKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks
         * @description All of them, without their secrets.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Add a webhook, which receives all later changes
         * @description The answer has the secret that signs its messages; it is shown this once.
         */
        post: operations["addWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a webhook
         * @description Where it sends to, how far it is, and its last try.
         */
        get: operations["readWebhook"];
        put?: never;
        post?: never;
        /**
         * Remove a webhook
         * @description No message is sent any more.
         */
        delete: operations["removeWebhook"];
        options?: never;
        head?: never;
        /**
         * Change a webhook, or enable it again
         * @description Absent fields are unchanged.
         */
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/webhooks/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a webhook a new secret
         * @description The former secret is valid for some hours; the new secret is shown only this once.
         */
        post: operations["rotateWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send changes to a webhook once more
         * @description All changes after a number of the change feed.
         */
        post: operations["replayWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a message without changes to a webhook, once
         * @description Tells whether the receiver answers, and how fast.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the last tries to deliver to a webhook
         * @description With the status that each got, or the reason why it failed.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        BulkLine: {
            /** @description Line of the body where the row starts, from 1. The last line of the answer has none. */
            line?: number;
            /**
             * @description The result of the row.
             * @enum {string}
             */
            status?: "created" | "updated" | "unchanged" | "rejected";
            /** @description The record; absent when the row was rejected, and for a record that a dry run would create. */
            id?: number;
            /** @description Why the row was rejected; in the last line, why the load ended early. */
            code?: string;
            /** @description Reasons by field; by `line` when no single field is at fault. */
            params?: {
                [key: string]: string;
            };
            /** @description Values left out of the row, by column. */
            warnings?: {
                [key: string]: string;
            };
            /** @description The counts, in the last line alone. */
            summary?: components["schemas"]["BulkSummary"];
            /** @description Whether the whole body was loaded; in the last line alone. */
            complete?: boolean;
            /** @description Whether nothing was written; in the last line alone. */
            dry_run?: boolean;
        };
        BulkSummary: {
            /** @description Records that were created. */
            created: number;
            /** @description Records that were updated. */
            updated: number;
            /** @description Records that were unchanged. */
            unchanged: number;
            /** @description Rows that were rejected. */
            rejected: number;
            /** @description Rows that were read. */
            lines: number;
        };
        Category: {
            /** @description Term ID. */
            id: number;
            /** @description Published events with this term; absent in the change feed. */
            count?: number;
            /** @description Description. */
            description: string;
            /** @description Name. */
            name: string;
            /** @description Slug. */
            slug: string;
            /** @description vendor_events_cat or post_tag. */
            taxonomy: string;
            /** @description ID of the parent category, 0 for none. */
            parent: number;
            /** @description Always empty. */
            meta: unknown[];
            /** @description Public page; absent in the change feed. */
            url?: string;
            /** @description Links of the term. */
            urls: {
                /** @description This term. */
                self: string;
                /** @description All terms. */
                collection: string;
                /** @description The parent, when there is one. */
                up?: string;
            };
            /** @description By field: the language of each text that is not in the requested language; absent without such a text. */
            text_languages?: {
                [key: string]: string;
            };
        };
        CostDetails: {
            /** @description Currency symbol, empty when none or mixed. */
            currency_symbol: string;
            /** @description Always empty: it cannot be set. */
            currency_code: string;
            /**
             * @description prefix, postfix or empty.
             * @enum {string}
             */
            currency_position: "prefix" | "postfix" | "";
            /** @description Numeric parts, ascending. */
            values: string[];
        };
        DateDetails: {
            /** @description Four digits. */
            year: string;
            /** @description Two digits. */
            month: string;
            /** @description Two digits. */
            day: string;
            /** @description Two digits, 00-23. */
            hour: string;
            /** @description Two digits. */
            minutes: string;
            /** @description Two digits. */
            seconds: string;
        };
        Deliveries: {
            /** @description The newest first. */
            deliveries: components["schemas"]["Delivery"][];
        };
        Delivery: {
            /** @description ID of the message: the header `webhook-id`. */
            id: string;
            /** @description When it was tried, in UTC. */
            date_utc: string;
            /** @description Number of its changes. */
            changes: number;
            /** @description 1 for the first try of a message; 0: a test. */
            attempt: number;
            /** @description HTTP status; null: there was no answer. */
            status: number | null;
            /** @description Whether the endpoint took it. */
            delivered: boolean;
            /** @description Why it did not; empty when it did. */
            reason: string;
            /** @description Its duration, milliseconds. */
            ms: number;
        };
        Error: {
            /**
             * @description Stable code; clients rely on it.
             * @enum {string}
             */
            code: "changes-restarted" | "could-not-create-category" | "could-not-create-event" | "could-not-create-organizer" | "could-not-create-tag" | "could-not-create-venue" | "could-not-delete-category" | "could-not-delete-event" | "could-not-delete-organizer" | "could-not-delete-tag" | "could-not-delete-venue" | "could-not-update-category" | "could-not-update-event" | "could-not-update-organizer" | "could-not-update-tag" | "could-not-update-venue" | "duplicate_term_slug" | "event-archive-page-not-found" | "event-is-in-trash" | "event-no-longer-available" | "event-not-accessible" | "internal_error" | "organizer-archive-page-not-found" | "organizer-is-in-trash" | "organizer-not-accessible" | "record_store_unavailable" | "rest-event-not-found" | "rest-invalid-event-id" | "rest_body_too_large" | "rest_cannot_edit_others" | "rest_expectation_failed" | "rest_forbidden" | "rest_headers_too_large" | "rest_invalid_json" | "rest_invalid_param" | "rest_missing_callback_param" | "rest_no_route" | "rest_not_logged_in" | "rest_precondition_failed" | "rest_record_merged" | "rest_record_renamed" | "rest_term_invalid" | "rest_too_many_requests" | "rest_unsupported_media_type" | "search_index_unavailable" | "service_overloaded" | "term_exists" | "venue-archive-page-not-found" | "venue-is-in-trash" | "venue-not-accessible" | "webhook-not-found";
            /** @description Short English text. */
            message: string;
            /** @description HTTP status, and further data by code: params, details, term_id. */
            data: {
                /** @description HTTP status. */
                status: number;
            } & {
                [key: string]: unknown;
            };
        };
        Event: {
            /** @description ID. */
            id: number;
            /** @description ID unique among sites. */
            global_id: string;
            /** @description The global ID and the IDs that it descends from. */
            global_id_lineage: string[];
            /** @description User ID of the author. */
            author: number;
            /**
             * @description Post status.
             * @enum {string}
             */
            status: "publish" | "future" | "draft" | "pending" | "private" | "trash";
            /**
             * @description Publication date, site or record time zone.
             * @example 2026-03-01 09:00:00
             */
            date: string;
            /**
             * @description Publication date, UTC.
             * @example 2026-03-01 09:00:00
             */
            date_utc: string;
            /**
             * @description Last change, site time zone.
             * @example 2026-03-01 09:00:00
             */
            modified: string;
            /**
             * @description Last change, UTC.
             * @example 2026-03-01 09:00:00
             */
            modified_utc: string;
            /** @description Public page. */
            url: string;
            /** @description This record in the interface. */
            rest_url: string;
            /** @description Title. */
            title: string;
            /** @description Description. */
            description: string;
            /** @description Excerpt. */
            excerpt: string;
            /** @description Slug; empty on drafts without one. */
            slug: string;
            /** @description Featured image, false when none. */
            image: components["schemas"]["Image"] | false;
            /** @description Whether it lasts whole days. */
            all_day: boolean;
            /**
             * @description Start, event time zone.
             * @example 2026-03-01 09:00:00
             */
            start_date: string;
            /** @description Start, event time zone, in parts. */
            start_date_details: components["schemas"]["DateDetails"];
            /**
             * @description End, event time zone.
             * @example 2026-03-01 09:00:00
             */
            end_date: string;
            /** @description End, event time zone, in parts. */
            end_date_details: components["schemas"]["DateDetails"];
            /**
             * @description Start, UTC.
             * @example 2026-03-01 09:00:00
             */
            utc_start_date: string;
            /** @description Start, UTC, in parts. */
            utc_start_date_details: components["schemas"]["DateDetails"];
            /**
             * @description End, UTC.
             * @example 2026-03-01 09:00:00
             */
            utc_end_date: string;
            /** @description End, UTC, in parts. */
            utc_end_date_details: components["schemas"]["DateDetails"];
            /** @description Time zone: IANA name or UTC offset. */
            timezone: string;
            /** @description Abbreviation at the start. */
            timezone_abbr: string;
            /** @description Cost for people, empty when none. */
            cost: string;
            /** @description The cost in parts. */
            cost_details: components["schemas"]["CostDetails"];
            /** @description Website; the public page when none. */
            website: string;
            /** @description Whether to show a map. */
            show_map: boolean;
            /** @description Whether to link to a map. */
            show_map_link: boolean;
            /** @description Whether lists leave it out. */
            hide_from_listings: boolean;
            /** @description Sticky in calendar views. */
            sticky: boolean;
            /** @description Whether it is featured. */
            featured: boolean;
            /** @description Categories. */
            categories: components["schemas"]["Term"][];
            /** @description Tags. */
            tags: components["schemas"]["Term"][];
            /** @description The venue; an empty array when none. */
            venue: components["schemas"]["Venue"] | never[];
            /** @description Organizers, in stored order. */
            organizer: components["schemas"]["Organizer"][];
            /** @description Always empty. */
            custom_fields: unknown[];
            /** @description schema.org Event; in single answers only. */
            json_ld?: Record<string, unknown>;
            /**
             * @description The state of the event.
             * @enum {string}
             */
            event_status: "scheduled" | "cancelled" | "postponed" | "rescheduled" | "moved_online";
            /** @description Why; empty when none is given or the event is scheduled. */
            event_status_reason: string;
            /** @description The dates it had before it was rescheduled, newest first; at most 10. */
            previous_dates: components["schemas"]["PreviousDate"][];
            /**
             * @description The mode of attendance.
             * @enum {string}
             */
            attendance_mode: "in_person" | "online" | "hybrid";
            /** @description Where it is attended online; empty when unknown or in_person. */
            online_url: string;
            /**
             * @description Whether there are places left.
             * @enum {string}
             */
            availability: "available" | "limited" | "sold_out" | "not_on_sale";
            /** @description Its UID in calendars; an event loaded from a calendar keeps the UID of its source. */
            uid: string;
            /** @description The number of times that its dates, time zone, venue or state have changed: SEQUENCE of calendars. */
            sequence: number;
            /** @description Its recurrence, with its next dates; null for a single event. Dates of a series have original_start_date and changed, the series itself first and last. */
            recurrence: {
                /** @description ID of the series. */
                series_id?: number;
                /** @description URL of the series in this interface. */
                series_url?: string;
                /** @description Lines of RFC 5545. */
                rules?: string[];
                /** @description The rule in English. */
                text?: string;
                /** @description The date that it was made for, on the wall clock of the series. */
                original_start_date?: string;
                /** @description Fields of its own, which changes of the series leave. */
                changed?: string[];
                /** @description The first date. */
                first?: string;
                /** @description The last date; null: no end. */
                last?: string | null;
                /** @description Of a series that changes from a date on: its parts, the first included. */
                parts?: components["schemas"]["SeriesPart"][];
                /** @description Up to five dates that follow. */
                next?: string[];
            } | null;
            /** @description Distance from the point asked for, in geoloc_unit; null for an online event that geoloc_online adds. */
            distance?: number | null;
            /**
             * @description city: the distance to the town, since the venue has no coordinates.
             * @enum {string}
             */
            distance_precision?: "city";
            /** @description With explain=true: the score in the order best. */
            score?: {
                /** @description The higher, the further up. */
                total: number;
                /** @description Points of the words of the search. */
                text: number;
                /** @description Points of the distance. */
                distance: number;
                /** @description Points of the start. */
                soon: number;
            };
            /** @description The spoken language (BCP 47); absent: not known. */
            language?: string;
            /** @description By field: the language of each text that is not in the requested language; absent without such a text. */
            text_languages?: {
                [key: string]: string;
            };
        };
        FacetRecord: {
            /** @description ID of the record counted. */
            id: number;
            /** @description Its slug. */
            slug: string;
            /** @description Its name. */
            name: string;
            /** @description Events of the filtered set that have it. */
            count: number;
        };
        FacetTile: {
            /** @description The map tile, z/x/y: Web Mercator, y counted from the north. */
            value: string;
            /** @description Events of the filtered set in it. */
            count: number;
            /** @description Mean latitude of these events, degrees. */
            lat: number;
            /** @description Mean longitude of these events, degrees. */
            lng: number;
            /** @description The venue of all these events; absent when there are several. */
            venue?: {
                /** @description ID of the venue. */
                id: number;
                /** @description Its slug. */
                slug: string;
                /** @description Its name. */
                name: string;
            };
            /** @description The town nearest to the mean. */
            town?: string;
        };
        FacetValue: {
            /** @description The value counted. */
            value: string;
            /** @description Events of the filtered set that have it. */
            count: number;
        };
        ImageSize: {
            /** @description Width in pixels. */
            width: number;
            /** @description Height in pixels. */
            height: number;
            /** @description Media type. */
            "mime-type": string;
            /** @description Size in bytes, when known. */
            filesize?: number;
            /** @description URL of this size. */
            url: string;
        };
        Image: {
            /** @description URL of the image. */
            url: string;
            /** @description ID of the image. */
            id: number;
            /** @description File extension. */
            extension: string;
            /** @description Width in pixels. */
            width?: number;
            /** @description Height in pixels. */
            height?: number;
            /** @description Other sizes by name, when known; this service makes no sizes itself. */
            sizes?: {
                [key: string]: components["schemas"]["ImageSize"];
            };
        };
        Namespace: {
            /** @description The namespace described. */
            namespace: string;
            /** @description Each route by its path, as a pattern: methods, endpoints with their args, links. */
            routes: {
                [key: string]: unknown;
            };
            /** @description The root above the namespace, and the docs page. */
            _links: {
                [key: string]: unknown;
            };
        };
        NearCandidate: {
            /** @description The town, as near takes it. */
            name: string;
            /** @description Its country, ISO 3166, two letters. */
            country: string;
            /** @description Latitude of its centre, degrees. */
            lat: number;
            /** @description Longitude of its centre, degrees. */
            lng: number;
        };
        Near: {
            /** @description The town or the postal code that near was taken for. */
            name: string;
            /** @description Its country, ISO 3166, two letters. */
            country: string;
            /** @description Latitude of its centre, degrees. */
            lat: number;
            /** @description Longitude of its centre, degrees. */
            lng: number;
            /** @description Other towns of the name, the largest first, five at most. */
            candidates: components["schemas"]["NearCandidate"][];
        };
        Organizer: {
            /** @description ID. */
            id: number;
            /** @description User ID of the author. */
            author?: number;
            /**
             * @description Post status.
             * @enum {string}
             */
            status?: "publish" | "future" | "draft" | "pending" | "private" | "trash";
            /**
             * @description Publication date, site or record time zone.
             * @example 2026-03-01 09:00:00
             */
            date?: string;
            /**
             * @description Publication date, UTC.
             * @example 2026-03-01 09:00:00
             */
            date_utc?: string;
            /**
             * @description Last change, site time zone.
             * @example 2026-03-01 09:00:00
             */
            modified?: string;
            /**
             * @description Last change, UTC.
             * @example 2026-03-01 09:00:00
             */
            modified_utc?: string;
            /** @description Public page. */
            url?: string;
            /** @description Name. */
            organizer?: string;
            /** @description Description. */
            description?: string;
            /** @description Excerpt. */
            excerpt?: string;
            /** @description Slug. */
            slug?: string;
            /** @description Featured image. */
            image?: components["schemas"]["Image"];
            /** @description Phone. */
            phone?: string;
            /** @description Website. */
            website?: string;
            /** @description E-mail address. */
            email?: string;
            /** @description schema.org Person; in single answers only. */
            json_ld?: Record<string, unknown>;
            /** @description ID unique among sites. */
            global_id: string;
            /** @description The global ID and the IDs that it descends from. */
            global_id_lineage: string[];
            /** @description By field: the language of each text that is not in the requested language; absent without such a text. */
            text_languages?: {
                [key: string]: string;
            };
        };
        Origin: {
            /** @description The random ID of the installation in which it was made. */
            installation: string;
            /** @description The kind of the record. */
            kind: string;
            /** @description Its ID there. */
            id: number;
        };
        Preview: {
            /** @description The page of the record as it is now. Whoever has the address sees it. */
            url: string;
            /** @description Until when it can be opened, unless the record is changed before. */
            expires_utc: string;
        };
        PreviousDate: {
            /** @description Start, in `timezone`. */
            start_date: string;
            /** @description End, in `timezone`. */
            end_date: string;
            /** @description Time zone of both. */
            timezone: string;
            /** @description When it was replaced, UTC. */
            changed_utc: string;
        };
        SeriesPart: {
            /** @description Its first date by the rules, on their wall clock, before any move. */
            from: string;
            /** @description Lines of RFC 5545 of this part alone, as moved; empty where it has no date. */
            rules: string[];
            /** @description The rule in English. */
            text: string;
            /** @description Fields that it changes, `recurrence` among them. */
            changed: string[];
        };
        Suggestion: {
            /**
             * @description event, venue, city or category, or a town that near takes.
             * @enum {string}
             */
            type: "event" | "venue" | "city" | "category" | "town";
            /** @description The text suggested. */
            text: string;
            /** @description ID of the record; absent for a city. */
            id?: number;
            /** @description Slug of the record; absent for a city. */
            slug?: string;
            /** @description Its published events. */
            count?: number;
            /** @description Where several records have this name: the day of an event, the city of a venue, the parent of a category. */
            detail?: string;
        };
        Suggestions: {
            /** @description Suggestions that begin with the text come first. */
            suggestions: components["schemas"]["Suggestion"][];
        };
        Tag: {
            /** @description Term ID. */
            id: number;
            /** @description Published events with this term; absent in the change feed. */
            count?: number;
            /** @description Description. */
            description: string;
            /** @description Name. */
            name: string;
            /** @description Slug. */
            slug: string;
            /** @description vendor_events_cat or post_tag. */
            taxonomy: string;
            /** @description Always empty. */
            meta: unknown[];
            /** @description Public page. */
            url: string;
            /** @description Links of the term. */
            urls: {
                /** @description This term. */
                self: string;
                /** @description All terms. */
                collection: string;
                /** @description The parent, when there is one. */
                up?: string;
            };
            /** @description By field: the language of each text that is not in the requested language; absent without such a text. */
            text_languages?: {
                [key: string]: string;
            };
        };
        Term: {
            /** @description Term ID. */
            id: number;
            /** @description Published events with this term; absent in the change feed. */
            count?: number;
            /** @description Description. */
            description: string;
            /** @description Name. */
            name: string;
            /** @description Slug. */
            slug: string;
            /** @description vendor_events_cat or post_tag. */
            taxonomy: string;
            /** @description ID of the parent category, 0 for none. */
            parent: number;
            /** @description Always empty. */
            meta: unknown[];
            /** @description Public page; absent in the change feed. */
            url?: string;
            /** @description Links of the term. */
            urls: {
                /** @description This term. */
                self: string;
                /** @description All terms. */
                collection: string;
                /** @description The parent, when there is one. */
                up?: string;
            };
            /** @description Equal to id. */
            term_taxonomy_id: number;
            /** @description Always 0. */
            term_group: number;
            /** @description Always raw. */
            filter: string;
            /** @description By field: the language of each text that is not in the requested language; absent without such a text. */
            text_languages?: {
                [key: string]: string;
            };
        };
        Venue: {
            /** @description ID. */
            id: number;
            /** @description User ID of the author. */
            author?: number;
            /**
             * @description Post status.
             * @enum {string}
             */
            status?: "publish" | "future" | "draft" | "pending" | "private" | "trash";
            /**
             * @description Publication date, site or record time zone.
             * @example 2026-03-01 09:00:00
             */
            date?: string;
            /**
             * @description Publication date, UTC.
             * @example 2026-03-01 09:00:00
             */
            date_utc?: string;
            /**
             * @description Last change, site time zone.
             * @example 2026-03-01 09:00:00
             */
            modified?: string;
            /**
             * @description Last change, UTC.
             * @example 2026-03-01 09:00:00
             */
            modified_utc?: string;
            /** @description Public page. */
            url?: string;
            /** @description Name. */
            venue?: string;
            /** @description Description. */
            description?: string;
            /** @description Excerpt. */
            excerpt?: string;
            /** @description Slug. */
            slug?: string;
            /** @description Featured image. */
            image?: components["schemas"]["Image"];
            /** @description Address. */
            address?: string;
            /** @description City. */
            city?: string;
            /** @description Country. */
            country?: string;
            /** @description Province. */
            province?: string;
            /** @description State. */
            state?: string;
            /** @description ZIP or postal code. */
            zip?: string;
            /** @description Phone. */
            phone?: string;
            /** @description Website. */
            website?: string;
            /** @description State or province. */
            stateprovince?: string;
            /** @description Latitude, degrees. */
            geo_lat?: number;
            /** @description Longitude, degrees. */
            geo_lng?: number;
            /**
             * @description The place of the coordinates; absent: the venue itself.
             * @enum {string}
             */
            geo_precision?: "city" | "address";
            /** @description schema.org Place; in single answers only. */
            json_ld?: Record<string, unknown>;
            /** @description Whether events there show a map. */
            show_map: boolean;
            /** @description Whether events there link to a map. */
            show_map_link: boolean;
            /** @description ID unique among sites. */
            global_id: string;
            /** @description The global ID and the IDs that it descends from. */
            global_id_lineage: string[];
            /** @description Distance from the point asked for, in geoloc_unit. */
            distance?: number;
            /**
             * @description city: the distance to the town, since the venue has no coordinates.
             * @enum {string}
             */
            distance_precision?: "city";
            /** @description By field: the language of each text that is not in the requested language; absent without such a text. */
            text_languages?: {
                [key: string]: string;
            };
        };
        Webhook: {
            /** @description ID. */
            id: number;
            /** @description Where messages are sent. */
            url: string;
            /** @description Kinds whose changes are sent; empty: all. */
            kinds: string[];
            /** @description Its purpose. */
            description: string;
            /** @description Whether messages are sent. */
            enabled: boolean;
            /** @description Why the service disabled it; empty: it did not. */
            disabled_reason: string;
            /** @description When it was added, in UTC. */
            created_utc: string;
            /** @description The number of the change feed up to which all is delivered. */
            after: number;
            /** @description Time of the next try of the message under way, in UTC; null without a message. */
            next_try_utc: string | null;
            /** @description The last try; null before the first. */
            last_delivery: components["schemas"]["Delivery"] | null;
            /** @description Shown once: when it is made. */
            secret?: string;
        };
        Webhooks: {
            /** @description All webhooks, by ID. */
            webhooks: components["schemas"]["Webhook"][];
        };
        EventInput: {
            /** @description ID of the user who is its author; the caller when absent on create. */
            author?: number;
            /**
             * @description Publication date, in the record's or the site's time zone.
             * @example 2026-03-01 09:00:00
             */
            date?: string | number;
            /**
             * @description Publication date in UTC.
             * @example 2026-03-01 09:00:00
             */
            date_utc?: string | number;
            /**
             * @description Post status; by default `publish` for callers who may publish, else `draft`.
             * @enum {string}
             */
            status?: "publish" | "future" | "draft" | "pending" | "private" | "trash";
            /** @description Title of the event. */
            title?: string | {
                [key: string]: string | null;
            };
            /** @description Description of the event; empty clears it. */
            description?: string | {
                [key: string]: string | null;
            };
            /** @description Short form of the description; empty clears it. */
            excerpt?: string | {
                [key: string]: string | null;
            };
            /** @description Slug; made from the title when absent. On an update: rename. */
            slug?: string;
            /**
             * @description IANA time zone such as America/New_York, or an offset such as UTC+2. The site's when empty.
             * @example America/New_York
             */
            timezone?: string;
            /**
             * @description Whether the event lasts whole days. On an update the default counts only when start_date or end_date is sent.
             * @default false
             */
            all_day?: boolean;
            /**
             * @description Start: `2026-03-01 09:00:00`, ISO 8601, seconds since the epoch, or words such as `tomorrow 9am`; wall-clock time in the event's zone unless it has an offset.
             * @example 2026-03-01 09:00:00
             */
            start_date?: string | number;
            /**
             * @description End, in the forms of start_date. An end before the start becomes the start.
             * @example 2026-03-01 09:00:00
             */
            end_date?: string | number;
            /** @description Featured image: ID of a known image, or its URL. */
            image?: number | string | false;
            /** @description Cost: a text, a number or a list of them; empty clears it. */
            cost?: string | number | (string | number)[];
            /** @description Website of the event; empty clears it. */
            website?: string | "" | false;
            /** @description Whether to show a map. */
            show_map?: boolean;
            /** @description Whether to show a link to a map. */
            show_map_link?: boolean;
            /** @description Whether lists leave the event out, for everyone. */
            hide_from_listings?: boolean;
            /** @description Whether the event is sticky in calendar views. */
            sticky?: boolean;
            /** @description Whether the event is featured. */
            featured?: boolean;
            /** @description Categories by ID, slug or name, as a list or comma-separated; unknown names are created. Replaces the set; empty clears it. */
            categories?: number | string | {
                slug: string;
                /** @description Of a new term. */
                name?: string;
            } | (number | string | {
                slug: string;
                /** @description Of a new term. */
                name?: string;
            })[];
            /** @description Tags by ID, slug or name, as a list or comma-separated; unknown names are created. Replaces the set; empty clears it. */
            tags?: number | string | {
                slug: string;
                /** @description Of a new term. */
                name?: string;
            } | (number | string | {
                slug: string;
                /** @description Of a new term. */
                name?: string;
            })[];
            /** @description Venue: an ID, a list of IDs (the first counts), or an object with the fields of a venue to create. Empty unlinks it. */
            venue?: number | string | {
                /** @description ID. */
                id: number;
            } | components["schemas"]["NewVenue"] | (number | string | {
                /** @description ID. */
                id: number;
            } | components["schemas"]["NewVenue"])[] | false;
            /** @description Organizers: IDs, objects with the fields of organizers to create, or both in one list. Empty unlinks all. */
            organizer?: number | string | {
                /** @description ID. */
                id: number;
            } | components["schemas"]["NewOrganizer"] | (number | string | {
                /** @description ID. */
                id: number;
            } | components["schemas"]["NewOrganizer"])[] | false;
            /**
             * @description The state of the event; also `canceled` and the names and URLs of schema.org, such as EventCancelled. New dates sent with `rescheduled` keep the old ones in previous_dates; `moved_online` makes the event online unless attendance_mode is sent. Empty: scheduled.
             * @enum {string}
             */
            event_status?: "scheduled" | "cancelled" | "postponed" | "rescheduled" | "moved_online";
            /** @description Why it is not as scheduled; empty clears it. */
            event_status_reason?: string | {
                [key: string]: string | null;
            };
            /**
             * @description The mode of attendance; also the names and URLs of schema.org, such as OnlineEventAttendanceMode. Empty: in_person.
             * @enum {string}
             */
            attendance_mode?: "in_person" | "online" | "hybrid";
            /** @description Where it is attended online; answered unless the event is in_person. Empty clears it. */
            online_url?: string | "" | false;
            /**
             * @description Whether there are places left; also the names and URLs of schema.org, such as SoldOut. Empty: available.
             * @enum {string}
             */
            availability?: "available" | "limited" | "sold_out" | "not_on_sale";
            /**
             * @description The spoken language (BCP 47), independent of the language of its texts. Empty clears it.
             * @example de-AT
             */
            language?: string;
            /** @description Lines of RFC 5545, as a text or a list: one RRULE at most, any RDATE and EXDATE. The event is then a series, and each date an event of its own. Empty: it does not recur. */
            recurrence?: (string | null) | (string[] | null);
            /**
             * @description On an update of a date of a series: this date (default), this and all later dates, or all.
             * @enum {string}
             */
            scope?: "this" | "following" | "all";
        };
        NewEvent: {
            /** @description ID of the user who is its author; the caller when absent on create. */
            author?: number;
            /**
             * @description Publication date, in the record's or the site's time zone.
             * @example 2026-03-01 09:00:00
             */
            date?: string | number;
            /**
             * @description Publication date in UTC.
             * @example 2026-03-01 09:00:00
             */
            date_utc?: string | number;
            /**
             * @description Post status; by default `publish` for callers who may publish, else `draft`.
             * @enum {string}
             */
            status?: "publish" | "future" | "draft" | "pending" | "private" | "trash";
            /** @description Title of the event. */
            title: string | {
                [key: string]: string | null;
            };
            /** @description Description of the event; empty clears it. */
            description?: string | {
                [key: string]: string | null;
            };
            /** @description Short form of the description; empty clears it. */
            excerpt?: string | {
                [key: string]: string | null;
            };
            /** @description Slug; made from the title when absent. On an update: rename. */
            slug?: string;
            /**
             * @description IANA time zone such as America/New_York, or an offset such as UTC+2. The site's when empty.
             * @example America/New_York
             */
            timezone?: string;
            /**
             * @description Whether the event lasts whole days. On an update the default counts only when start_date or end_date is sent.
             * @default false
             */
            all_day?: boolean;
            /**
             * @description Start: `2026-03-01 09:00:00`, ISO 8601, seconds since the epoch, or words such as `tomorrow 9am`; wall-clock time in the event's zone unless it has an offset.
             * @example 2026-03-01 09:00:00
             */
            start_date: string | number;
            /**
             * @description End, in the forms of start_date. An end before the start becomes the start.
             * @example 2026-03-01 09:00:00
             */
            end_date: string | number;
            /** @description Featured image: ID of a known image, or its URL. */
            image?: number | string | false;
            /** @description Cost: a text, a number or a list of them; empty clears it. */
            cost?: string | number | (string | number)[];
            /** @description Website of the event; empty clears it. */
            website?: string | "" | false;
            /** @description Whether to show a map. */
            show_map?: boolean;
            /** @description Whether to show a link to a map. */
            show_map_link?: boolean;
            /** @description Whether lists leave the event out, for everyone. */
            hide_from_listings?: boolean;
            /** @description Whether the event is sticky in calendar views. */
            sticky?: boolean;
            /** @description Whether the event is featured. */
            featured?: boolean;
            /** @description Categories by ID, slug or name, as a list or comma-separated; unknown names are created. Replaces the set; empty clears it. */
            categories?: number | string | {
                slug: string;
                /** @description Of a new term. */
                name?: string;
            } | (number | string | {
                slug: string;
                /** @description Of a new term. */
                name?: string;
            })[];
            /** @description Tags by ID, slug or name, as a list or comma-separated; unknown names are created. Replaces the set; empty clears it. */
            tags?: number | string | {
                slug: string;
                /** @description Of a new term. */
                name?: string;
            } | (number | string | {
                slug: string;
                /** @description Of a new term. */
                name?: string;
            })[];
            /** @description Venue: an ID, a list of IDs (the first counts), or an object with the fields of a venue to create. Empty unlinks it. */
            venue?: number | string | {
                /** @description ID. */
                id: number;
            } | components["schemas"]["NewVenue"] | (number | string | {
                /** @description ID. */
                id: number;
            } | components["schemas"]["NewVenue"])[] | false;
            /** @description Organizers: IDs, objects with the fields of organizers to create, or both in one list. Empty unlinks all. */
            organizer?: number | string | {
                /** @description ID. */
                id: number;
            } | components["schemas"]["NewOrganizer"] | (number | string | {
                /** @description ID. */
                id: number;
            } | components["schemas"]["NewOrganizer"])[] | false;
            /**
             * @description The state of the event; also `canceled` and the names and URLs of schema.org, such as EventCancelled. New dates sent with `rescheduled` keep the old ones in previous_dates; `moved_online` makes the event online unless attendance_mode is sent. Empty: scheduled.
             * @enum {string}
             */
            event_status?: "scheduled" | "cancelled" | "postponed" | "rescheduled" | "moved_online";
            /** @description Why it is not as scheduled; empty clears it. */
            event_status_reason?: string | {
                [key: string]: string | null;
            };
            /**
             * @description The mode of attendance; also the names and URLs of schema.org, such as OnlineEventAttendanceMode. Empty: in_person.
             * @enum {string}
             */
            attendance_mode?: "in_person" | "online" | "hybrid";
            /** @description Where it is attended online; answered unless the event is in_person. Empty clears it. */
            online_url?: string | "" | false;
            /**
             * @description Whether there are places left; also the names and URLs of schema.org, such as SoldOut. Empty: available.
             * @enum {string}
             */
            availability?: "available" | "limited" | "sold_out" | "not_on_sale";
            /**
             * @description The spoken language (BCP 47), independent of the language of its texts. Empty clears it.
             * @example de-AT
             */
            language?: string;
            /** @description Lines of RFC 5545, as a text or a list: one RRULE at most, any RDATE and EXDATE. The event is then a series, and each date an event of its own. Empty: it does not recur. */
            recurrence?: (string | null) | (string[] | null);
            /**
             * @description On an update of a date of a series: this date (default), this and all later dates, or all.
             * @enum {string}
             */
            scope?: "this" | "following" | "all";
        };
        EventList: {
            /** @description The records of this page; with `fields`, only the keys asked for. */
            events: components["schemas"]["Event"][];
            /** @description This list, with the query in force. */
            rest_url: string;
            /** @description The next page, when there is one. */
            next_rest_url?: string;
            /** @description The previous page, when there is one. */
            previous_rest_url?: string;
            /** @description Records that match, on all pages. */
            total: number;
            /** @description Pages of per_page records. */
            total_pages: number;
            /** @description The value of cursor that continues this list, when there is more. */
            next_cursor?: string;
            /** @description The facets asked for, counted over the whole filtered set. */
            facets?: {
                /** @description Counts by categories, the highest first. */
                categories?: components["schemas"]["FacetRecord"][];
                /** @description Counts by tags, the highest first. */
                tags?: components["schemas"]["FacetRecord"][];
                /** @description Counts by venue, the highest first. */
                venue?: components["schemas"]["FacetRecord"][];
                /** @description Counts by organizer, the highest first. */
                organizer?: components["schemas"]["FacetRecord"][];
                /** @description Counts by city, the highest first. */
                city?: components["schemas"]["FacetValue"][];
                /** @description Counts by town, the highest first. */
                town?: components["schemas"]["FacetValue"][];
                /** @description Counts by month, the highest first. */
                month?: components["schemas"]["FacetValue"][];
                /** @description Counts by event_status, the highest first. */
                event_status?: components["schemas"]["FacetValue"][];
                /** @description Counts by attendance_mode, the highest first. */
                attendance_mode?: components["schemas"]["FacetValue"][];
                /** @description Counts by availability, the highest first. */
                availability?: components["schemas"]["FacetValue"][];
                /** @description Counts by language, the highest first. */
                language?: components["schemas"]["FacetValue"][];
                /** @description Counts by post_parent, the highest first. */
                post_parent?: components["schemas"]["FacetValue"][];
                /** @description Counts by tiles, the highest first. */
                tiles?: components["schemas"]["FacetTile"][];
            };
            /** @description The text that was searched instead, as nothing matched the one sent. */
            corrected?: string;
            /** @description With near: the town it was taken for. */
            near?: components["schemas"]["Near"];
            /**
             * Format: date
             * @description The last day for which dates of recurring events are made: the list asks past it.
             */
            occurrences_until?: string;
        };
        EventChanges: {
            /** @description The next page. */
            next: string;
            /** @description Changes by number, each record once, at its last change. */
            items: components["schemas"]["EventChange"][];
            /** @description The licence of the data. */
            license?: string;
            /** @description The version of RPDE: 1.0. */
            version: string;
        };
        EventChange: {
            /**
             * @description Whether anonymous readers may see the record.
             * @enum {string}
             */
            state: "updated" | "deleted";
            /**
             * @description The kind of the record.
             * @enum {string}
             */
            kind: "event";
            /** @description ID of the record. */
            id: number;
            /** @description Number of the change. */
            modified: number;
            /** @description The record where it was made, the same in all installations it came to. */
            origin: components["schemas"]["Origin"];
            /** @description The installations it came through, up to 8, this one the last. */
            via: string[];
            /** @description The record, without counts of terms and URLs of categories. */
            data?: components["schemas"]["Event"];
            /** @description With `rows`: the record as a line of an export, as anonymous readers may see it. */
            row?: Record<string, unknown>;
        };
        VenueInput: {
            /** @description ID of the user who is its author; the caller when absent on create. */
            author?: number;
            /**
             * @description Publication date, in the record's or the site's time zone.
             * @example 2026-03-01 09:00:00
             */
            date?: string | number;
            /**
             * @description Publication date in UTC.
             * @example 2026-03-01 09:00:00
             */
            date_utc?: string | number;
            /**
             * @description Post status; by default `publish` for callers who may publish, else `draft`.
             * @enum {string}
             */
            status?: "publish" | "future" | "draft" | "pending" | "private" | "trash";
            /** @description Name of the venue. */
            venue?: string | {
                [key: string]: string | null;
            };
            /** @description Description of the venue. */
            description?: string | {
                [key: string]: string | null;
            };
            /** @description Whether events at the venue show a map; true when absent on create. */
            show_map?: boolean | string | number;
            /** @description Whether events at the venue link to a map; true when absent on create. */
            show_map_link?: boolean | string | number;
            /** @description Street address. */
            address?: string;
            /** @description City. */
            city?: string;
            /** @description Country. */
            country?: string;
            /** @description Province. */
            province?: string;
            /** @description State. */
            state?: string;
            /** @description ZIP or postal code. */
            zip?: string;
            /** @description Phone number. */
            phone?: string;
            /** @description State or province; made from state, province and country when absent. */
            stateprovince?: string;
            /** @description Website of the venue. */
            website?: string | "";
            /** @description Featured image: ID of a known image, or its URL; empty removes it. */
            image?: number | string | false;
            /** @description Latitude in degrees; together with geo_lng. Null or empty on both clears them. */
            geo_lat?: number | null;
            /** @description Longitude in degrees; together with geo_lat. */
            geo_lng?: number | null;
            /**
             * @description The place of the coordinates: the centre of the city, or the address. Empty: the venue itself; coordinates sent without it make it empty.
             * @enum {string}
             */
            geo_precision?: "" | "city" | "address";
        };
        NewVenue: {
            /** @description ID of the user who is its author; the caller when absent on create. */
            author?: number;
            /**
             * @description Publication date, in the record's or the site's time zone.
             * @example 2026-03-01 09:00:00
             */
            date?: string | number;
            /**
             * @description Publication date in UTC.
             * @example 2026-03-01 09:00:00
             */
            date_utc?: string | number;
            /**
             * @description Post status; by default `publish` for callers who may publish, else `draft`.
             * @enum {string}
             */
            status?: "publish" | "future" | "draft" | "pending" | "private" | "trash";
            /** @description Name of the venue. */
            venue: string | {
                [key: string]: string | null;
            };
            /** @description Description of the venue. */
            description?: string | {
                [key: string]: string | null;
            };
            /** @description Whether events at the venue show a map; true when absent on create. */
            show_map?: boolean | string | number;
            /** @description Whether events at the venue link to a map; true when absent on create. */
            show_map_link?: boolean | string | number;
            /** @description Street address. */
            address?: string;
            /** @description City. */
            city?: string;
            /** @description Country. */
            country?: string;
            /** @description Province. */
            province?: string;
            /** @description State. */
            state?: string;
            /** @description ZIP or postal code. */
            zip?: string;
            /** @description Phone number. */
            phone?: string;
            /** @description State or province; made from state, province and country when absent. */
            stateprovince?: string;
            /** @description Website of the venue. */
            website?: string | "";
            /** @description Featured image: ID of a known image, or its URL; empty removes it. */
            image?: number | string | false;
            /** @description Latitude in degrees; together with geo_lng. Null or empty on both clears them. */
            geo_lat?: number | null;
            /** @description Longitude in degrees; together with geo_lat. */
            geo_lng?: number | null;
            /**
             * @description The place of the coordinates: the centre of the city, or the address. Empty: the venue itself; coordinates sent without it make it empty.
             * @enum {string}
             */
            geo_precision?: "" | "city" | "address";
        };
        VenueList: {
            /** @description The records of this page; with `fields`, only the keys asked for. */
            venues: components["schemas"]["Venue"][];
            /** @description This list, with the query in force. */
            rest_url: string;
            /** @description The next page, when there is one. */
            next_rest_url?: string;
            /** @description The previous page, when there is one. */
            previous_rest_url?: string;
            /** @description Records that match, on all pages. */
            total: number;
            /** @description Pages of per_page records. */
            total_pages: number;
            /** @description The value of cursor that continues this list, when there is more. */
            next_cursor?: string;
            /** @description The text that was searched instead, as nothing matched the one sent. */
            corrected?: string;
            /** @description With near: the town it was taken for. */
            near?: components["schemas"]["Near"];
        };
        VenueChanges: {
            /** @description The next page. */
            next: string;
            /** @description Changes by number, each record once, at its last change. */
            items: components["schemas"]["VenueChange"][];
            /** @description The licence of the data. */
            license?: string;
            /** @description The version of RPDE: 1.0. */
            version: string;
        };
        VenueChange: {
            /**
             * @description Whether anonymous readers may see the record.
             * @enum {string}
             */
            state: "updated" | "deleted";
            /**
             * @description The kind of the record.
             * @enum {string}
             */
            kind: "venue";
            /** @description ID of the record. */
            id: number;
            /** @description Number of the change. */
            modified: number;
            /** @description The record where it was made, the same in all installations it came to. */
            origin: components["schemas"]["Origin"];
            /** @description The installations it came through, up to 8, this one the last. */
            via: string[];
            /** @description The record, without counts of terms and URLs of categories. */
            data?: components["schemas"]["Venue"];
            /** @description With `rows`: the record as a line of an export, as anonymous readers may see it. */
            row?: Record<string, unknown>;
        };
        OrganizerInput: {
            /** @description ID of the user who is its author; the caller when absent on create. */
            author?: number;
            /**
             * @description Publication date, in the record's or the site's time zone.
             * @example 2026-03-01 09:00:00
             */
            date?: string | number;
            /**
             * @description Publication date in UTC.
             * @example 2026-03-01 09:00:00
             */
            date_utc?: string | number;
            /**
             * @description Post status; by default `publish` for callers who may publish, else `draft`.
             * @enum {string}
             */
            status?: "publish" | "future" | "draft" | "pending" | "private" | "trash";
            /** @description Name of the organizer. */
            organizer?: string | {
                [key: string]: string | null;
            };
            /** @description Description of the organizer. */
            description?: string | {
                [key: string]: string | null;
            };
            /** @description Phone number. */
            phone?: string;
            /** @description Website of the organizer. */
            website?: string | "";
            /** @description E-mail address. */
            email?: string;
            /** @description Featured image: ID of a known image, or its URL; empty removes it. */
            image?: number | string | false;
        };
        NewOrganizer: {
            /** @description ID of the user who is its author; the caller when absent on create. */
            author?: number;
            /**
             * @description Publication date, in the record's or the site's time zone.
             * @example 2026-03-01 09:00:00
             */
            date?: string | number;
            /**
             * @description Publication date in UTC.
             * @example 2026-03-01 09:00:00
             */
            date_utc?: string | number;
            /**
             * @description Post status; by default `publish` for callers who may publish, else `draft`.
             * @enum {string}
             */
            status?: "publish" | "future" | "draft" | "pending" | "private" | "trash";
            /** @description Name of the organizer. */
            organizer: string | {
                [key: string]: string | null;
            };
            /** @description Description of the organizer. */
            description?: string | {
                [key: string]: string | null;
            };
            /** @description Phone number. */
            phone?: string;
            /** @description Website of the organizer. */
            website?: string | "";
            /** @description E-mail address. */
            email?: string;
            /** @description Featured image: ID of a known image, or its URL; empty removes it. */
            image?: number | string | false;
        };
        OrganizerList: {
            /** @description The records of this page; with `fields`, only the keys asked for. */
            organizers: components["schemas"]["Organizer"][];
            /** @description This list, with the query in force. */
            rest_url: string;
            /** @description The next page, when there is one. */
            next_rest_url?: string;
            /** @description The previous page, when there is one. */
            previous_rest_url?: string;
            /** @description Records that match, on all pages. */
            total: number;
            /** @description Pages of per_page records. */
            total_pages: number;
            /** @description The value of cursor that continues this list, when there is more. */
            next_cursor?: string;
            /** @description The text that was searched instead, as nothing matched the one sent. */
            corrected?: string;
        };
        OrganizerChanges: {
            /** @description The next page. */
            next: string;
            /** @description Changes by number, each record once, at its last change. */
            items: components["schemas"]["OrganizerChange"][];
            /** @description The licence of the data. */
            license?: string;
            /** @description The version of RPDE: 1.0. */
            version: string;
        };
        OrganizerChange: {
            /**
             * @description Whether anonymous readers may see the record.
             * @enum {string}
             */
            state: "updated" | "deleted";
            /**
             * @description The kind of the record.
             * @enum {string}
             */
            kind: "organizer";
            /** @description ID of the record. */
            id: number;
            /** @description Number of the change. */
            modified: number;
            /** @description The record where it was made, the same in all installations it came to. */
            origin: components["schemas"]["Origin"];
            /** @description The installations it came through, up to 8, this one the last. */
            via: string[];
            /** @description The record, without counts of terms and URLs of categories. */
            data?: components["schemas"]["Organizer"];
            /** @description With `rows`: the record as a line of an export, as anonymous readers may see it. */
            row?: Record<string, unknown>;
        };
        CategoryInput: {
            /** @description Name of the term. */
            name?: string | {
                [key: string]: string | null;
            };
            /** @description Description of the term. */
            description?: string | {
                [key: string]: string | null;
            };
            /** @description Slug; made from the name when absent. */
            slug?: string;
            /** @description ID of the parent category; 0 for the top level. */
            parent?: number;
        };
        NewCategory: {
            /** @description Name of the term. */
            name: string | {
                [key: string]: string | null;
            };
            /** @description Description of the term. */
            description?: string | {
                [key: string]: string | null;
            };
            /** @description Slug; made from the name when absent. */
            slug?: string;
            /** @description ID of the parent category; 0 for the top level. */
            parent?: number;
        };
        CategoryList: {
            /** @description The records of this page; with `fields`, only the keys asked for. */
            categories: components["schemas"]["Category"][];
            /** @description This list, with the query in force. */
            rest_url: string;
            /** @description The next page, when there is one. */
            next_rest_url?: string;
            /** @description The previous page, when there is one. */
            previous_rest_url?: string;
            /** @description Records that match, on all pages. */
            total: number;
            /** @description Pages of per_page records. */
            total_pages: number;
            /** @description The value of cursor that continues this list, when there is more. */
            next_cursor?: string;
        };
        CategoryChanges: {
            /** @description The next page. */
            next: string;
            /** @description Changes by number, each record once, at its last change. */
            items: components["schemas"]["CategoryChange"][];
            /** @description The licence of the data. */
            license?: string;
            /** @description The version of RPDE: 1.0. */
            version: string;
        };
        CategoryChange: {
            /**
             * @description Whether anonymous readers may see the record.
             * @enum {string}
             */
            state: "updated" | "deleted";
            /**
             * @description The kind of the record.
             * @enum {string}
             */
            kind: "category";
            /** @description ID of the record. */
            id: number;
            /** @description Number of the change. */
            modified: number;
            /** @description The record where it was made, the same in all installations it came to. */
            origin: components["schemas"]["Origin"];
            /** @description The installations it came through, up to 8, this one the last. */
            via: string[];
            /** @description The record, without counts of terms and URLs of categories. */
            data?: components["schemas"]["Category"];
            /** @description With `rows`: the record as a line of an export, as anonymous readers may see it. */
            row?: Record<string, unknown>;
        };
        TagInput: {
            /** @description Name of the term. */
            name?: string | {
                [key: string]: string | null;
            };
            /** @description Description of the term. */
            description?: string | {
                [key: string]: string | null;
            };
            /** @description Slug; made from the name when absent. */
            slug?: string;
        };
        NewTag: {
            /** @description Name of the term. */
            name: string | {
                [key: string]: string | null;
            };
            /** @description Description of the term. */
            description?: string | {
                [key: string]: string | null;
            };
            /** @description Slug; made from the name when absent. */
            slug?: string;
        };
        TagList: {
            /** @description The records of this page; with `fields`, only the keys asked for. */
            tags: components["schemas"]["Tag"][];
            /** @description This list, with the query in force. */
            rest_url: string;
            /** @description The next page, when there is one. */
            next_rest_url?: string;
            /** @description The previous page, when there is one. */
            previous_rest_url?: string;
            /** @description Records that match, on all pages. */
            total: number;
            /** @description Pages of per_page records. */
            total_pages: number;
            /** @description The value of cursor that continues this list, when there is more. */
            next_cursor?: string;
        };
        TagChanges: {
            /** @description The next page. */
            next: string;
            /** @description Changes by number, each record once, at its last change. */
            items: components["schemas"]["TagChange"][];
            /** @description The licence of the data. */
            license?: string;
            /** @description The version of RPDE: 1.0. */
            version: string;
        };
        TagChange: {
            /**
             * @description Whether anonymous readers may see the record.
             * @enum {string}
             */
            state: "updated" | "deleted";
            /**
             * @description The kind of the record.
             * @enum {string}
             */
            kind: "tag";
            /** @description ID of the record. */
            id: number;
            /** @description Number of the change. */
            modified: number;
            /** @description The record where it was made, the same in all installations it came to. */
            origin: components["schemas"]["Origin"];
            /** @description The installations it came through, up to 8, this one the last. */
            via: string[];
            /** @description The record, without counts of terms and URLs of categories. */
            data?: components["schemas"]["Tag"];
            /** @description With `rows`: the record as a line of an export, as anonymous readers may see it. */
            row?: Record<string, unknown>;
        };
    };
    responses: {
        /** @description Codes: `rest_not_logged_in`. */
        rest_not_logged_in: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code: "rest_not_logged_in";
                };
            };
        };
        /** @description Codes: `rest_body_too_large`. */
        rest_body_too_large: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code: "rest_body_too_large";
                };
            };
        };
        /** @description Codes: `rest_expectation_failed`. */
        rest_expectation_failed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code: "rest_expectation_failed";
                };
            };
        };
        /** @description Codes: `rest_too_many_requests`. */
        rest_too_many_requests: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code: "rest_too_many_requests";
                };
            };
        };
        /** @description Codes: `rest_headers_too_large`. */
        rest_headers_too_large: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code: "rest_headers_too_large";
                };
            };
        };
        /** @description Codes: `internal_error`. */
        internal_error: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code: "internal_error";
                };
            };
        };
        /** @description Codes: `event-archive-page-not-found`. */
        "event-archive-page-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code: "event-archive-page-not-found";
                };
            };
        };
        /** @description Codes: `rest_unsupported_media_type`. */
        rest_unsupported_media_type: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code: "rest_unsupported_media_type";
                };
            };
        };
        /** @description Codes: `record_store_unavailable`. */
        record_store_unavailable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code: "record_store_unavailable";
                };
            };
        };
        /** @description Codes: `rest_forbidden`. */
        rest_forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code: "rest_forbidden";
                };
            };
        };
        /** @description Codes: `changes-restarted`. */
        "changes-restarted": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code: "changes-restarted";
                };
            };
        };
        /** @description Codes: `rest_record_renamed`. */
        rest_record_renamed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code: "rest_record_renamed";
                };
            };
        };
        /** @description Codes: `event-is-in-trash`. */
        "event-is-in-trash": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code: "event-is-in-trash";
                };
            };
        };
        /** @description Codes: `rest_precondition_failed`. */
        rest_precondition_failed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code: "rest_precondition_failed";
                };
            };
        };
        /** @description Codes: `rest_no_route`. */
        rest_no_route: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code: "rest_no_route";
                };
            };
        };
        /** @description Codes: `rest-event-not-found`. */
        "rest-event-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code: "rest-event-not-found";
                };
            };
        };
        /** @description Codes: `venue-archive-page-not-found`. */
        "venue-archive-page-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code: "venue-archive-page-not-found";
                };
            };
        };
        /** @description Codes: `venue-not-accessible`. */
        "venue-not-accessible": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code: "venue-not-accessible";
                };
            };
        };
        /** @description Codes: `venue-is-in-trash`. */
        "venue-is-in-trash": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code: "venue-is-in-trash";
                };
            };
        };
        /** @description Codes: `organizer-archive-page-not-found`. */
        "organizer-archive-page-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code: "organizer-archive-page-not-found";
                };
            };
        };
        /** @description Codes: `organizer-not-accessible`. */
        "organizer-not-accessible": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code: "organizer-not-accessible";
                };
            };
        };
        /** @description Codes: `organizer-is-in-trash`. */
        "organizer-is-in-trash": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code: "organizer-is-in-trash";
                };
            };
        };
        /** @description Codes: `rest_record_merged`. */
        rest_record_merged: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code: "rest_record_merged";
                };
            };
        };
        /** @description Codes: `rest_term_invalid`. */
        rest_term_invalid: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code: "rest_term_invalid";
                };
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description Records that match, on all pages; equal to total. */
        "X-TEC-Total": number;
        /** @description In other formats than JSON: the next page, as rel="next". */
        Link: string;
        /** @description Pages; equal to total_pages. */
        "X-TEC-TotalPages": number;
        /** @description Parameters that the list does not take, URL-encoded; they are ignored. */
        "X-Unknown-Parameters": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    describeNamespace: {
        parameters: {
            query?: {
                /** @description Namespace to describe; there is one. */
                namespace?: string;
                /** @description The purpose of the description; it changes nothing. */
                context?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The namespace. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Namespace"];
                };
            };
            /** @description Codes: `rest_invalid_param`, `rest_invalid_json`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_invalid_param" | "rest_invalid_json";
                    };
                };
            };
            401: components["responses"]["rest_not_logged_in"];
            413: components["responses"]["rest_body_too_large"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            500: components["responses"]["internal_error"];
            /** @description Codes: `record_store_unavailable`, `service_overloaded`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "record_store_unavailable" | "service_overloaded";
                    };
                };
            };
        };
    };
    readDocumentation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description This document. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, unknown>;
                };
            };
            /** @description Codes: `rest_invalid_param`, `rest_invalid_json`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_invalid_param" | "rest_invalid_json";
                    };
                };
            };
            401: components["responses"]["rest_not_logged_in"];
            413: components["responses"]["rest_body_too_large"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            500: components["responses"]["internal_error"];
            /** @description Codes: `record_store_unavailable`, `service_overloaded`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "record_store_unavailable" | "service_overloaded";
                    };
                };
            };
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description Page of the archive to return; page × per_page reaches 10,000, deeper goes by cursor. */
                page?: number;
                /** @description Records per page, 10 unless the service is set otherwise; larger values than the maximum (50) count as the maximum. */
                per_page?: number;
                /** @description The next_cursor of the answer before, with the same filters and order; instead of page. */
                cursor?: string;
                /** @description Only these keys of each record; dots reach inside, as in venue.city. */
                fields?: string[];
                /** @description Text to find. */
                search?: string;
                /** @description The language of texts, one of the site's, or `all`: objects of texts by language. Absent: the site's default. A text missing in it is in the default, or in the first available language. */
                lang?: string;
                /** @description Post statuses; others than publish need a caller who may edit. */
                status?: ("publish" | "future" | "draft" | "pending" | "private" | "trash")[];
                /** @description Only these IDs, as a list or comma-separated; date filters are ignored. */
                include?: number[];
                /** @description Only records modified at this date-time or later; of events, the default dates are dropped. */
                modified_after?: string | number;
                /** @description Direction of orderby. */
                order?: "asc" | "desc";
                /** @description Whether the venue has coordinates. */
                geoloc?: boolean;
                /** @description Latitude of the point to search around, degrees; together with geoloc_lng. */
                geoloc_lat?: number;
                /** @description Longitude of the point to search around, degrees; together with geoloc_lat. */
                geoloc_lng?: number;
                /** @description A town in place of a point, with its state or country after a comma: Springfield, US. The largest of several is taken, and the answer names the others. Or a postal code of venues here: 80331. */
                near?: string;
                /** @description Radius around the point, in geoloc_unit; 40 km when absent, at most 20,040 km. */
                geoloc_radius?: number;
                /** @description Unit of geoloc_radius and of the answered distance. */
                geoloc_unit?: "km" | "mi" | "m";
                /** @description Box west,south,east,north in degrees; west greater than east crosses the antimeridian. */
                geoloc_bbox?: string;
                /** @description City of the venue; case and accents do not matter; several separated by commas. */
                city?: string[];
                /** @description Country of the venue; case and accents do not matter; several separated by commas. */
                country?: string[];
                /** @description Events that start on or after this day (yesterday when absent). */
                start_date?: string | number;
                /** @description Events that start on or before this day (24 months ahead when absent). */
                end_date?: string | number;
                /** @description Events that start before this. */
                starts_before?: string | number;
                /** @description Events that start after this. */
                starts_after?: string | number;
                /** @description Events that end before this. */
                ends_before?: string | number;
                /** @description Events that end after this. */
                ends_after?: string | number;
                /** @description Use the dates to the second instead of by day. */
                strict_dates?: boolean | string | number;
                /** @description START,END: events that run at any moment of this window, of which each may be `weekend`, the coming one; the default dates are dropped. */
                overlaps?: string;
                /** @description `local`: days are those of each event's own clock, and `today` is by the clock of the requested point; without effect on strict dates. When absent, `local` for words in `day` and `overlaps` without `collapse`, else `site`. */
                clock?: "site" | "local";
                /** @description Events that start on this day: today, tonight (from 17:00, or from now if that is later, until 06:00, without whole days), tomorrow, weekend (the rest of Saturday and Sunday, or of the weekend where the time zone is: Friday and Saturday in Amman), YYYY-MM-DD, or the first and the last of several, YYYY-MM-DD,YYYY-MM-DD, each optionally with a time of day; the default dates are dropped. */
                day?: string;
                /** @description Of events that began before the window and last over 7 days: `hide` leaves them out, `only` lists nothing else, the first to end first. Needs dates with a first day. */
                running?: "hide" | "only";
                /** @description Events that start at this time of day on their own clock: morning from 05:00, afternoon from 12:00, evening from 17:00, night from 22:00. All-day events have no time of day. */
                part?: ("morning" | "afternoon" | "evening" | "night")[];
                /** @description `series`: events that recur, by their first start, in place of their dates; the default dates are dropped. */
                view?: "events" | "series";
                /** @description `series`: one item for each series, its first date in the window; dates with fields of their own are separate items. */
                collapse?: "series";
                /** @description Dates of events that recur (true), or single events (false). */
                recurring?: boolean;
                /** @description Events in one of these categories (slugs or IDs) or below them. */
                categories?: (number | string)[];
                /** @description Events with one of these tags (slugs or IDs). */
                tags?: (number | string)[];
                /** @description Events in each of these categories, or below it (slugs or IDs). */
                categories_all?: (number | string)[];
                /** @description Events in none of these categories, nor below them (slugs or IDs). */
                categories_none?: (number | string)[];
                /** @description Events in one of these towns, as the facet town names them: `City, State`, or a city whose state is not known. Case and accents do not matter. */
                town?: string[];
                /** @description Events with each of these tags (slugs or IDs). */
                tags_all?: (number | string)[];
                /** @description Events with none of these tags (slugs or IDs). */
                tags_none?: (number | string)[];
                /** @description Events at one of these venues (IDs). */
                venue?: number[];
                /** @description Events of one of these organizers (IDs). */
                organizer?: number[];
                /** @description Only featured events, or only the others. */
                featured?: boolean;
                /** @description Dates of these series (IDs). */
                post_parent?: number[];
                /** @description Only false is accepted: there is no ticket extension. */
                ticketed?: boolean;
                /** @description Events with one of these states; all when absent. */
                event_status?: ("scheduled" | "cancelled" | "postponed" | "rescheduled" | "moved_online")[];
                /** @description Events attended in one of these ways. */
                attendance_mode?: ("in_person" | "online" | "hybrid")[];
                /** @description Events with one of these values. */
                availability?: ("available" | "limited" | "sold_out" | "not_on_sale")[];
                /** @description Events in which one of these languages is spoken, by whole tags: `de` is not `de-AT`. */
                language?: string[];
                /** @description Only events with a price of 0, or only the others. */
                is_free?: boolean;
                /** @description Events whose lowest price is at least this, in cost_currency. */
                cost_min?: number;
                /** @description Events whose lowest price is at most this, in cost_currency; free events cost 0 in any. */
                cost_max?: number;
                /** @description ISO 4217 code of cost_min and cost_max; the currency of the site when absent. */
                cost_currency?: string;
                /** @description With a point: adds online events, which have no place, after all others. */
                geoloc_online?: boolean;
                /** @description Counts over the whole filtered set, the 50 highest each, of town 1,000; tiles: by map tile, needs tiles_zoom and geoloc_bbox. */
                facets?: ("categories" | "tags" | "venue" | "organizer" | "city" | "town" | "month" | "event_status" | "attendance_mode" | "availability" | "language" | "post_parent" | "tiles")[];
                /** @description Zoom of the tiles of facets=tiles; geoloc_bbox may hold 500 of them. */
                tiles_zoom?: 0 | 2 | 4 | 6 | 8 | 10 | 12 | 14 | 16;
                /** @description Format of the answer, which the suffix of the path or the Accept header may state instead. Formats other than json show public data only; per_page is then 1000 unless sent, and at most 1000. */
                format?: "json" | "ics" | "atom" | "rss" | "geojson" | "jsonld";
                /** @description Order; distance needs a point, relevance a search. day: by the day of the start, each day nearest first; needs a point. best: soon, close and about the words of the search; needs a point or a search. */
                orderby?: "start_date" | "end_date" | "date" | "modified" | "title" | "distance" | "relevance" | "day" | "best";
                /** @description The weight of each part in the order best, from 0 to 9: text:4,distance:3,soon:3 when absent. */
                weights?: string;
                /** @description In the order best, each event carries its score. */
                explain?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of records. */
            200: {
                headers: {
                    "X-TEC-Total": components["headers"]["X-TEC-Total"];
                    "X-TEC-TotalPages": components["headers"]["X-TEC-TotalPages"];
                    "X-Unknown-Parameters": components["headers"]["X-Unknown-Parameters"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventList"];
                    "text/calendar": string;
                    "application/atom+xml": string;
                    "application/rss+xml": string;
                    "application/geo+json": Record<string, unknown>;
                    "application/ld+json": Record<string, unknown>;
                };
            };
            /** @description Codes: `rest_invalid_param`, `rest_invalid_json`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_invalid_param" | "rest_invalid_json";
                    };
                };
            };
            401: components["responses"]["rest_not_logged_in"];
            404: components["responses"]["event-archive-page-not-found"];
            413: components["responses"]["rest_body_too_large"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            500: components["responses"]["internal_error"];
            /** @description Codes: `search_index_unavailable`, `record_store_unavailable`, `service_overloaded`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "search_index_unavailable" | "record_store_unavailable" | "service_overloaded";
                    };
                };
            };
        };
    };
    createEvent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Unknown and generated fields are ignored, files too. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewEvent"];
            };
        };
        responses: {
            /** @description The record created, or the one it would repeat. */
            201: {
                headers: {
                    /** @description The path of the new record by ID. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
                };
            };
            /** @description Codes: `rest_invalid_param`, `rest_invalid_json`, `rest_missing_callback_param`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_invalid_param" | "rest_invalid_json" | "rest_missing_callback_param";
                    };
                };
            };
            /** @description Codes: `rest_not_logged_in`, `rest_forbidden`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_not_logged_in" | "rest_forbidden";
                    };
                };
            };
            /** @description Codes: `rest_cannot_edit_others`, `rest_forbidden`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_cannot_edit_others" | "rest_forbidden";
                    };
                };
            };
            413: components["responses"]["rest_body_too_large"];
            415: components["responses"]["rest_unsupported_media_type"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            /** @description Codes: `could-not-create-event`, `internal_error`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "could-not-create-event" | "internal_error";
                    };
                };
            };
            503: components["responses"]["record_store_unavailable"];
        };
    };
    listEventsInFormat: {
        parameters: {
            query?: {
                /** @description Page of the archive to return; page × per_page reaches 10,000, deeper goes by cursor. */
                page?: number;
                /** @description Records per page, 10 unless the service is set otherwise; larger values than the maximum (50) count as the maximum. */
                per_page?: number;
                /** @description The next_cursor of the answer before, with the same filters and order; instead of page. */
                cursor?: string;
                /** @description Only these keys of each record; dots reach inside, as in venue.city. */
                fields?: string[];
                /** @description Text to find. */
                search?: string;
                /** @description The language of texts, one of the site's, or `all`: objects of texts by language. Absent: the site's default. A text missing in it is in the default, or in the first available language. */
                lang?: string;
                /** @description Post statuses; others than publish need a caller who may edit. */
                status?: ("publish" | "future" | "draft" | "pending" | "private" | "trash")[];
                /** @description Only these IDs, as a list or comma-separated; date filters are ignored. */
                include?: number[];
                /** @description Only records modified at this date-time or later; of events, the default dates are dropped. */
                modified_after?: string | number;
                /** @description Direction of orderby. */
                order?: "asc" | "desc";
                /** @description Whether the venue has coordinates. */
                geoloc?: boolean;
                /** @description Latitude of the point to search around, degrees; together with geoloc_lng. */
                geoloc_lat?: number;
                /** @description Longitude of the point to search around, degrees; together with geoloc_lat. */
                geoloc_lng?: number;
                /** @description A town in place of a point, with its state or country after a comma: Springfield, US. The largest of several is taken, and the answer names the others. Or a postal code of venues here: 80331. */
                near?: string;
                /** @description Radius around the point, in geoloc_unit; 40 km when absent, at most 20,040 km. */
                geoloc_radius?: number;
                /** @description Unit of geoloc_radius and of the answered distance. */
                geoloc_unit?: "km" | "mi" | "m";
                /** @description Box west,south,east,north in degrees; west greater than east crosses the antimeridian. */
                geoloc_bbox?: string;
                /** @description City of the venue; case and accents do not matter; several separated by commas. */
                city?: string[];
                /** @description Country of the venue; case and accents do not matter; several separated by commas. */
                country?: string[];
                /** @description Events that start on or after this day (yesterday when absent). */
                start_date?: string | number;
                /** @description Events that start on or before this day (24 months ahead when absent). */
                end_date?: string | number;
                /** @description Events that start before this. */
                starts_before?: string | number;
                /** @description Events that start after this. */
                starts_after?: string | number;
                /** @description Events that end before this. */
                ends_before?: string | number;
                /** @description Events that end after this. */
                ends_after?: string | number;
                /** @description Use the dates to the second instead of by day. */
                strict_dates?: boolean | string | number;
                /** @description START,END: events that run at any moment of this window, of which each may be `weekend`, the coming one; the default dates are dropped. */
                overlaps?: string;
                /** @description `local`: days are those of each event's own clock, and `today` is by the clock of the requested point; without effect on strict dates. When absent, `local` for words in `day` and `overlaps` without `collapse`, else `site`. */
                clock?: "site" | "local";
                /** @description Events that start on this day: today, tonight (from 17:00, or from now if that is later, until 06:00, without whole days), tomorrow, weekend (the rest of Saturday and Sunday, or of the weekend where the time zone is: Friday and Saturday in Amman), YYYY-MM-DD, or the first and the last of several, YYYY-MM-DD,YYYY-MM-DD, each optionally with a time of day; the default dates are dropped. */
                day?: string;
                /** @description Of events that began before the window and last over 7 days: `hide` leaves them out, `only` lists nothing else, the first to end first. Needs dates with a first day. */
                running?: "hide" | "only";
                /** @description Events that start at this time of day on their own clock: morning from 05:00, afternoon from 12:00, evening from 17:00, night from 22:00. All-day events have no time of day. */
                part?: ("morning" | "afternoon" | "evening" | "night")[];
                /** @description `series`: events that recur, by their first start, in place of their dates; the default dates are dropped. */
                view?: "events" | "series";
                /** @description `series`: one item for each series, its first date in the window; dates with fields of their own are separate items. */
                collapse?: "series";
                /** @description Dates of events that recur (true), or single events (false). */
                recurring?: boolean;
                /** @description Events in one of these categories (slugs or IDs) or below them. */
                categories?: (number | string)[];
                /** @description Events with one of these tags (slugs or IDs). */
                tags?: (number | string)[];
                /** @description Events in each of these categories, or below it (slugs or IDs). */
                categories_all?: (number | string)[];
                /** @description Events in none of these categories, nor below them (slugs or IDs). */
                categories_none?: (number | string)[];
                /** @description Events in one of these towns, as the facet town names them: `City, State`, or a city whose state is not known. Case and accents do not matter. */
                town?: string[];
                /** @description Events with each of these tags (slugs or IDs). */
                tags_all?: (number | string)[];
                /** @description Events with none of these tags (slugs or IDs). */
                tags_none?: (number | string)[];
                /** @description Events at one of these venues (IDs). */
                venue?: number[];
                /** @description Events of one of these organizers (IDs). */
                organizer?: number[];
                /** @description Only featured events, or only the others. */
                featured?: boolean;
                /** @description Dates of these series (IDs). */
                post_parent?: number[];
                /** @description Only false is accepted: there is no ticket extension. */
                ticketed?: boolean;
                /** @description Events with one of these states; all when absent. */
                event_status?: ("scheduled" | "cancelled" | "postponed" | "rescheduled" | "moved_online")[];
                /** @description Events attended in one of these ways. */
                attendance_mode?: ("in_person" | "online" | "hybrid")[];
                /** @description Events with one of these values. */
                availability?: ("available" | "limited" | "sold_out" | "not_on_sale")[];
                /** @description Events in which one of these languages is spoken, by whole tags: `de` is not `de-AT`. */
                language?: string[];
                /** @description Only events with a price of 0, or only the others. */
                is_free?: boolean;
                /** @description Events whose lowest price is at least this, in cost_currency. */
                cost_min?: number;
                /** @description Events whose lowest price is at most this, in cost_currency; free events cost 0 in any. */
                cost_max?: number;
                /** @description ISO 4217 code of cost_min and cost_max; the currency of the site when absent. */
                cost_currency?: string;
                /** @description With a point: adds online events, which have no place, after all others. */
                geoloc_online?: boolean;
                /** @description Counts over the whole filtered set, the 50 highest each, of town 1,000; tiles: by map tile, needs tiles_zoom and geoloc_bbox. */
                facets?: ("categories" | "tags" | "venue" | "organizer" | "city" | "town" | "month" | "event_status" | "attendance_mode" | "availability" | "language" | "post_parent" | "tiles")[];
                /** @description Zoom of the tiles of facets=tiles; geoloc_bbox may hold 500 of them. */
                tiles_zoom?: 0 | 2 | 4 | 6 | 8 | 10 | 12 | 14 | 16;
                /** @description Order; distance needs a point, relevance a search. day: by the day of the start, each day nearest first; needs a point. best: soon, close and about the words of the search; needs a point or a search. */
                orderby?: "start_date" | "end_date" | "date" | "modified" | "title" | "distance" | "relevance" | "day" | "best";
                /** @description The weight of each part in the order best, from 0 to 9: text:4,distance:3,soon:3 when absent. */
                weights?: string;
                /** @description In the order best, each event carries its score. */
                explain?: boolean;
            };
            header?: never;
            path: {
                /** @description Format of the answer of the event. */
                format: "json" | "ics" | "atom" | "rss" | "geojson" | "jsonld";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of records. */
            200: {
                headers: {
                    "X-TEC-Total": components["headers"]["X-TEC-Total"];
                    "X-TEC-TotalPages": components["headers"]["X-TEC-TotalPages"];
                    "X-Unknown-Parameters": components["headers"]["X-Unknown-Parameters"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventList"];
                    "text/calendar": string;
                    "application/atom+xml": string;
                    "application/rss+xml": string;
                    "application/geo+json": Record<string, unknown>;
                    "application/ld+json": Record<string, unknown>;
                };
            };
            /** @description Codes: `rest_invalid_param`, `rest_invalid_json`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_invalid_param" | "rest_invalid_json";
                    };
                };
            };
            401: components["responses"]["rest_not_logged_in"];
            404: components["responses"]["event-archive-page-not-found"];
            413: components["responses"]["rest_body_too_large"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            500: components["responses"]["internal_error"];
            /** @description Codes: `search_index_unavailable`, `record_store_unavailable`, `service_overloaded`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "search_index_unavailable" | "record_store_unavailable" | "service_overloaded";
                    };
                };
            };
        };
    };
    bulkEvents: {
        parameters: {
            query?: {
                /** @description Name of a mapping that comes with the service. */
                mapping?: string;
                /** @description `column=field,column=field`: columns that have other names than the fields. */
                columns?: string;
                /** @description The source of the IDs in the column `id`. Without it, they identify nothing. */
                source?: string;
                /** @description The first part of `12/05/2026`, the day or the month. Without it, the first rows show it. */
                dates?: "dmy" | "mdy";
                /** @description The effect of a row that repeats a record. */
                on_match?: "update" | "skip" | "reject";
                /** @description Reject a row whose image cannot be fetched. Without it, the image is left out. */
                strict_images?: boolean;
                /** @description Check every row, write nothing. */
                dry_run?: boolean;
                /** @description The language of texts in columns without a language, from the languages of the site, if a row has no `lang`. Absent: the site's default. */
                lang?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Any number of rows, in a format detected by content: CSV with a header, or an object a line. */
        requestBody: {
            content: {
                "application/x-ndjson": components["schemas"]["NewEvent"];
                "text/csv": string;
            };
        };
        responses: {
            /** @description A line for each row, then the counts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": components["schemas"]["BulkLine"];
                };
            };
            /** @description Codes: `rest_invalid_param`, `rest_invalid_json`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_invalid_param" | "rest_invalid_json";
                    };
                };
            };
            /** @description Codes: `rest_not_logged_in`, `rest_forbidden`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_not_logged_in" | "rest_forbidden";
                    };
                };
            };
            403: components["responses"]["rest_forbidden"];
            413: components["responses"]["rest_body_too_large"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["record_store_unavailable"];
        };
    };
    changesEvents: {
        parameters: {
            query?: {
                /** @description Changes after this number; 0: from the beginning. */
                afterChangeNumber?: number;
                /** @description Maximum number of changes. */
                limit?: number;
                /** @description The number space, as `next` names it; absent: the present one. */
                space?: string;
                /** @description True: items have `row` instead of `data`, for another installation of Marquee that follows this one. */
                rows?: boolean;
                /** @description The language of texts, one of the site's, or `all`. Absent: `all` where the site has several. */
                lang?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of changes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventChanges"];
                };
            };
            /** @description Codes: `rest_invalid_param`, `rest_invalid_json`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_invalid_param" | "rest_invalid_json";
                    };
                };
            };
            401: components["responses"]["rest_not_logged_in"];
            410: components["responses"]["changes-restarted"];
            413: components["responses"]["rest_body_too_large"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            500: components["responses"]["internal_error"];
            /** @description Codes: `record_store_unavailable`, `service_overloaded`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "record_store_unavailable" | "service_overloaded";
                    };
                };
            };
        };
    };
    suggestEvents: {
        parameters: {
            query: {
                /** @description The text typed so far. */
                q: string;
                /** @description The types of suggestions; town: towns of the table, after all others. */
                types?: ("event" | "venue" | "city" | "category" | "town")[];
                /** @description Maximum number of suggestions. */
                limit?: number;
                /** @description The language of the texts, one of the site's. Absent: its default. */
                lang?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Suggestions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Suggestions"];
                };
            };
            /** @description Codes: `rest_invalid_param`, `rest_invalid_json`, `rest_missing_callback_param`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_invalid_param" | "rest_invalid_json" | "rest_missing_callback_param";
                    };
                };
            };
            401: components["responses"]["rest_not_logged_in"];
            413: components["responses"]["rest_body_too_large"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            500: components["responses"]["internal_error"];
            /** @description Codes: `search_index_unavailable`, `record_store_unavailable`, `service_overloaded`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "search_index_unavailable" | "record_store_unavailable" | "service_overloaded";
                    };
                };
            };
        };
    };
    readEventInFormat: {
        parameters: {
            query?: {
                /** @description Only these keys of the record; dots reach inside, as in venue.city. */
                fields?: string[];
                /** @description The language of texts, one of the site's, or `all`: objects of texts by language. Absent: the site's default. A text missing in it is in the default, or in the first available language. */
                lang?: string;
            };
            header?: never;
            path: {
                /** @description ID of the event. */
                id: number;
                /** @description Format of the answer of the event. */
                format: "json" | "ics" | "atom" | "rss" | "geojson" | "jsonld";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record; with `fields`, only the keys asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
                    "text/calendar": string;
                    "application/atom+xml": string;
                    "application/rss+xml": string;
                    "application/geo+json": Record<string, unknown>;
                    "application/ld+json": Record<string, unknown>;
                };
            };
            301: components["responses"]["rest_record_renamed"];
            /** @description Codes: `rest_invalid_param`, `rest_invalid_json`, `rest-invalid-event-id`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_invalid_param" | "rest_invalid_json" | "rest-invalid-event-id";
                    };
                };
            };
            401: components["responses"]["rest_not_logged_in"];
            /** @description Codes: `event-not-accessible`, `event-no-longer-available`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "event-not-accessible" | "event-no-longer-available";
                    };
                };
            };
            /** @description Codes: `rest_no_route`, `rest-event-not-found`. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_no_route" | "rest-event-not-found";
                    };
                };
            };
            413: components["responses"]["rest_body_too_large"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            500: components["responses"]["internal_error"];
            /** @description Codes: `record_store_unavailable`, `service_overloaded`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "record_store_unavailable" | "service_overloaded";
                    };
                };
            };
        };
    };
    readEvent: {
        parameters: {
            query?: {
                /** @description Only these keys of the record; dots reach inside, as in venue.city. */
                fields?: string[];
                /** @description The language of texts, one of the site's, or `all`: objects of texts by language. Absent: the site's default. A text missing in it is in the default, or in the first available language. */
                lang?: string;
                /** @description Format of the answer, which the suffix of the path or the Accept header may state instead. Formats other than json show public data only. */
                format?: "json" | "ics" | "atom" | "rss" | "geojson" | "jsonld";
            };
            header?: never;
            path: {
                /** @description ID of the event. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record; with `fields`, only the keys asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
                    "text/calendar": string;
                    "application/atom+xml": string;
                    "application/rss+xml": string;
                    "application/geo+json": Record<string, unknown>;
                    "application/ld+json": Record<string, unknown>;
                };
            };
            301: components["responses"]["rest_record_renamed"];
            /** @description Codes: `rest_invalid_param`, `rest_invalid_json`, `rest-invalid-event-id`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_invalid_param" | "rest_invalid_json" | "rest-invalid-event-id";
                    };
                };
            };
            401: components["responses"]["rest_not_logged_in"];
            /** @description Codes: `event-not-accessible`, `event-no-longer-available`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "event-not-accessible" | "event-no-longer-available";
                    };
                };
            };
            /** @description Codes: `rest_no_route`, `rest-event-not-found`. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_no_route" | "rest-event-not-found";
                    };
                };
            };
            413: components["responses"]["rest_body_too_large"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            500: components["responses"]["internal_error"];
            /** @description Codes: `record_store_unavailable`, `service_overloaded`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "record_store_unavailable" | "service_overloaded";
                    };
                };
            };
        };
    };
    updateEventByPut: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the event. */
                id: number;
            };
            cookie?: never;
        };
        /** @description Unknown and generated fields are ignored, files too. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["EventInput"];
            };
        };
        responses: {
            /** @description The record after the update. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
                };
            };
            /** @description Codes: `rest_invalid_param`, `rest_invalid_json`, `rest-invalid-event-id`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_invalid_param" | "rest_invalid_json" | "rest-invalid-event-id";
                    };
                };
            };
            /** @description Codes: `rest_not_logged_in`, `rest_forbidden`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_not_logged_in" | "rest_forbidden";
                    };
                };
            };
            /** @description Codes: `rest_cannot_edit_others`, `rest_forbidden`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_cannot_edit_others" | "rest_forbidden";
                    };
                };
            };
            /** @description Codes: `rest_no_route`, `rest-event-not-found`. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_no_route" | "rest-event-not-found";
                    };
                };
            };
            412: components["responses"]["rest_precondition_failed"];
            413: components["responses"]["rest_body_too_large"];
            415: components["responses"]["rest_unsupported_media_type"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            /** @description Codes: `could-not-update-event`, `internal_error`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "could-not-update-event" | "internal_error";
                    };
                };
            };
            503: components["responses"]["record_store_unavailable"];
        };
    };
    updateEventByPost: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the event. */
                id: number;
            };
            cookie?: never;
        };
        /** @description Unknown and generated fields are ignored, files too. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["EventInput"];
            };
        };
        responses: {
            /** @description The record after the update. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
                };
            };
            /** @description Codes: `rest_invalid_param`, `rest_invalid_json`, `rest-invalid-event-id`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_invalid_param" | "rest_invalid_json" | "rest-invalid-event-id";
                    };
                };
            };
            /** @description Codes: `rest_not_logged_in`, `rest_forbidden`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_not_logged_in" | "rest_forbidden";
                    };
                };
            };
            /** @description Codes: `rest_cannot_edit_others`, `rest_forbidden`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_cannot_edit_others" | "rest_forbidden";
                    };
                };
            };
            /** @description Codes: `rest_no_route`, `rest-event-not-found`. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_no_route" | "rest-event-not-found";
                    };
                };
            };
            412: components["responses"]["rest_precondition_failed"];
            413: components["responses"]["rest_body_too_large"];
            415: components["responses"]["rest_unsupported_media_type"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            /** @description Codes: `could-not-update-event`, `internal_error`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "could-not-update-event" | "internal_error";
                    };
                };
            };
            503: components["responses"]["record_store_unavailable"];
        };
    };
    removeEvent: {
        parameters: {
            query?: {
                /** @description Erase events, venues and organizers for good, also from the trash; for editors and administrators. Categories and tags are always removed for good. */
                force?: boolean;
            };
            header?: never;
            path: {
                /** @description ID of the event. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record in the trash, or as it was before it was erased. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
                };
            };
            /** @description Codes: `rest_invalid_param`, `rest_invalid_json`, `rest-invalid-event-id`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_invalid_param" | "rest_invalid_json" | "rest-invalid-event-id";
                    };
                };
            };
            /** @description Codes: `rest_not_logged_in`, `rest_forbidden`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_not_logged_in" | "rest_forbidden";
                    };
                };
            };
            403: components["responses"]["rest_forbidden"];
            /** @description Codes: `rest_no_route`, `rest-event-not-found`. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_no_route" | "rest-event-not-found";
                    };
                };
            };
            410: components["responses"]["event-is-in-trash"];
            412: components["responses"]["rest_precondition_failed"];
            413: components["responses"]["rest_body_too_large"];
            415: components["responses"]["rest_unsupported_media_type"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            /** @description Codes: `could-not-delete-event`, `internal_error`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "could-not-delete-event" | "internal_error";
                    };
                };
            };
            503: components["responses"]["record_store_unavailable"];
        };
    };
    updateEventByPatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the event. */
                id: number;
            };
            cookie?: never;
        };
        /** @description Unknown and generated fields are ignored, files too. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["EventInput"];
            };
        };
        responses: {
            /** @description The record after the update. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
                };
            };
            /** @description Codes: `rest_invalid_param`, `rest_invalid_json`, `rest-invalid-event-id`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_invalid_param" | "rest_invalid_json" | "rest-invalid-event-id";
                    };
                };
            };
            /** @description Codes: `rest_not_logged_in`, `rest_forbidden`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_not_logged_in" | "rest_forbidden";
                    };
                };
            };
            /** @description Codes: `rest_cannot_edit_others`, `rest_forbidden`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_cannot_edit_others" | "rest_forbidden";
                    };
                };
            };
            /** @description Codes: `rest_no_route`, `rest-event-not-found`. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_no_route" | "rest-event-not-found";
                    };
                };
            };
            412: components["responses"]["rest_precondition_failed"];
            413: components["responses"]["rest_body_too_large"];
            415: components["responses"]["rest_unsupported_media_type"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            /** @description Codes: `could-not-update-event`, `internal_error`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "could-not-update-event" | "internal_error";
                    };
                };
            };
            503: components["responses"]["record_store_unavailable"];
        };
    };
    previewEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the event. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The address. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Preview"];
                };
            };
            /** @description Codes: `rest_invalid_param`, `rest_invalid_json`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_invalid_param" | "rest_invalid_json";
                    };
                };
            };
            /** @description Codes: `rest_not_logged_in`, `rest_forbidden`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_not_logged_in" | "rest_forbidden";
                    };
                };
            };
            403: components["responses"]["rest_forbidden"];
            404: components["responses"]["rest_no_route"];
            410: components["responses"]["event-is-in-trash"];
            412: components["responses"]["rest_precondition_failed"];
            413: components["responses"]["rest_body_too_large"];
            415: components["responses"]["rest_unsupported_media_type"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["record_store_unavailable"];
        };
    };
    readEventBySlugInFormat: {
        parameters: {
            query?: {
                /** @description Only these keys of the record; dots reach inside, as in venue.city. */
                fields?: string[];
                /** @description The language of texts, one of the site's, or `all`: objects of texts by language. Absent: the site's default. A text missing in it is in the default, or in the first available language. */
                lang?: string;
            };
            header?: never;
            path: {
                /** @description Slug of the event. */
                slug: string;
                /** @description Format of the answer of the event. */
                format: "json" | "ics" | "atom" | "rss" | "geojson" | "jsonld";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record; with `fields`, only the keys asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
                    "text/calendar": string;
                    "application/atom+xml": string;
                    "application/rss+xml": string;
                    "application/geo+json": Record<string, unknown>;
                    "application/ld+json": Record<string, unknown>;
                };
            };
            301: components["responses"]["rest_record_renamed"];
            /** @description Codes: `rest_invalid_param`, `rest_invalid_json`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_invalid_param" | "rest_invalid_json";
                    };
                };
            };
            401: components["responses"]["rest_not_logged_in"];
            /** @description Codes: `event-not-accessible`, `event-no-longer-available`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "event-not-accessible" | "event-no-longer-available";
                    };
                };
            };
            413: components["responses"]["rest_body_too_large"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            500: components["responses"]["internal_error"];
            /** @description Codes: `record_store_unavailable`, `service_overloaded`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "record_store_unavailable" | "service_overloaded";
                    };
                };
            };
        };
    };
    readEventBySlug: {
        parameters: {
            query?: {
                /** @description Only these keys of the record; dots reach inside, as in venue.city. */
                fields?: string[];
                /** @description The language of texts, one of the site's, or `all`: objects of texts by language. Absent: the site's default. A text missing in it is in the default, or in the first available language. */
                lang?: string;
                /** @description Format of the answer, which the suffix of the path or the Accept header may state instead. Formats other than json show public data only. */
                format?: "json" | "ics" | "atom" | "rss" | "geojson" | "jsonld";
            };
            header?: never;
            path: {
                /** @description Slug of the event. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record; with `fields`, only the keys asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
                    "text/calendar": string;
                    "application/atom+xml": string;
                    "application/rss+xml": string;
                    "application/geo+json": Record<string, unknown>;
                    "application/ld+json": Record<string, unknown>;
                };
            };
            301: components["responses"]["rest_record_renamed"];
            /** @description Codes: `rest_invalid_param`, `rest_invalid_json`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_invalid_param" | "rest_invalid_json";
                    };
                };
            };
            401: components["responses"]["rest_not_logged_in"];
            /** @description Codes: `event-not-accessible`, `event-no-longer-available`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "event-not-accessible" | "event-no-longer-available";
                    };
                };
            };
            413: components["responses"]["rest_body_too_large"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            500: components["responses"]["internal_error"];
            /** @description Codes: `record_store_unavailable`, `service_overloaded`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "record_store_unavailable" | "service_overloaded";
                    };
                };
            };
        };
    };
    updateEventBySlugByPut: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Slug of the event. */
                slug: string;
            };
            cookie?: never;
        };
        /** @description Unknown and generated fields are ignored, files too. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["EventInput"];
            };
        };
        responses: {
            /** @description The record after the update. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
                };
            };
            /** @description Codes: `rest_invalid_param`, `rest_invalid_json`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_invalid_param" | "rest_invalid_json";
                    };
                };
            };
            /** @description Codes: `rest_not_logged_in`, `rest_forbidden`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_not_logged_in" | "rest_forbidden";
                    };
                };
            };
            /** @description Codes: `rest_cannot_edit_others`, `rest_forbidden`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_cannot_edit_others" | "rest_forbidden";
                    };
                };
            };
            404: components["responses"]["rest-event-not-found"];
            412: components["responses"]["rest_precondition_failed"];
            413: components["responses"]["rest_body_too_large"];
            415: components["responses"]["rest_unsupported_media_type"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            /** @description Codes: `could-not-update-event`, `internal_error`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "could-not-update-event" | "internal_error";
                    };
                };
            };
            503: components["responses"]["record_store_unavailable"];
        };
    };
    updateEventBySlugByPost: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Slug of the event. */
                slug: string;
            };
            cookie?: never;
        };
        /** @description Unknown and generated fields are ignored, files too. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["EventInput"];
            };
        };
        responses: {
            /** @description The record after the update. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
                };
            };
            /** @description Codes: `rest_invalid_param`, `rest_invalid_json`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_invalid_param" | "rest_invalid_json";
                    };
                };
            };
            /** @description Codes: `rest_not_logged_in`, `rest_forbidden`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_not_logged_in" | "rest_forbidden";
                    };
                };
            };
            /** @description Codes: `rest_cannot_edit_others`, `rest_forbidden`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_cannot_edit_others" | "rest_forbidden";
                    };
                };
            };
            404: components["responses"]["rest-event-not-found"];
            412: components["responses"]["rest_precondition_failed"];
            413: components["responses"]["rest_body_too_large"];
            415: components["responses"]["rest_unsupported_media_type"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            /** @description Codes: `could-not-update-event`, `internal_error`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "could-not-update-event" | "internal_error";
                    };
                };
            };
            503: components["responses"]["record_store_unavailable"];
        };
    };
    removeEventBySlug: {
        parameters: {
            query?: {
                /** @description Erase events, venues and organizers for good, also from the trash; for editors and administrators. Categories and tags are always removed for good. */
                force?: boolean;
            };
            header?: never;
            path: {
                /** @description Slug of the event. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record in the trash, or as it was before it was erased. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
                };
            };
            /** @description Codes: `rest_invalid_param`, `rest_invalid_json`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_invalid_param" | "rest_invalid_json";
                    };
                };
            };
            /** @description Codes: `rest_not_logged_in`, `rest_forbidden`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_not_logged_in" | "rest_forbidden";
                    };
                };
            };
            403: components["responses"]["rest_forbidden"];
            410: components["responses"]["event-is-in-trash"];
            412: components["responses"]["rest_precondition_failed"];
            413: components["responses"]["rest_body_too_large"];
            415: components["responses"]["rest_unsupported_media_type"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            /** @description Codes: `could-not-delete-event`, `internal_error`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "could-not-delete-event" | "internal_error";
                    };
                };
            };
            503: components["responses"]["record_store_unavailable"];
        };
    };
    updateEventBySlugByPatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Slug of the event. */
                slug: string;
            };
            cookie?: never;
        };
        /** @description Unknown and generated fields are ignored, files too. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["EventInput"];
            };
        };
        responses: {
            /** @description The record after the update. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
                };
            };
            /** @description Codes: `rest_invalid_param`, `rest_invalid_json`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_invalid_param" | "rest_invalid_json";
                    };
                };
            };
            /** @description Codes: `rest_not_logged_in`, `rest_forbidden`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_not_logged_in" | "rest_forbidden";
                    };
                };
            };
            /** @description Codes: `rest_cannot_edit_others`, `rest_forbidden`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_cannot_edit_others" | "rest_forbidden";
                    };
                };
            };
            404: components["responses"]["rest-event-not-found"];
            412: components["responses"]["rest_precondition_failed"];
            413: components["responses"]["rest_body_too_large"];
            415: components["responses"]["rest_unsupported_media_type"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            /** @description Codes: `could-not-update-event`, `internal_error`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "could-not-update-event" | "internal_error";
                    };
                };
            };
            503: components["responses"]["record_store_unavailable"];
        };
    };
    readEventByExternalKey: {
        parameters: {
            query?: {
                /** @description Only these keys of the record; dots reach inside, as in venue.city. */
                fields?: string[];
                /** @description The language of texts, one of the site's, or `all`: objects of texts by language. Absent: the site's default. A text missing in it is in the default, or in the first available language. */
                lang?: string;
                /** @description Format of the answer, which the suffix of the path or the Accept header may state instead. Formats other than json show public data only. */
                format?: "json" | "ics" | "atom" | "rss" | "geojson" | "jsonld";
            };
            header?: never;
            path: {
                /** @description The system that gave the key of the event. */
                source: string;
                /** @description Key, URL-encoded, of the event. */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record; with `fields`, only the keys asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
                    "text/calendar": string;
                    "application/atom+xml": string;
                    "application/rss+xml": string;
                    "application/geo+json": Record<string, unknown>;
                    "application/ld+json": Record<string, unknown>;
                };
            };
            301: components["responses"]["rest_record_renamed"];
            /** @description Codes: `rest_invalid_param`, `rest_invalid_json`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_invalid_param" | "rest_invalid_json";
                    };
                };
            };
            401: components["responses"]["rest_not_logged_in"];
            /** @description Codes: `event-not-accessible`, `event-no-longer-available`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "event-not-accessible" | "event-no-longer-available";
                    };
                };
            };
            404: components["responses"]["rest-event-not-found"];
            413: components["responses"]["rest_body_too_large"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            500: components["responses"]["internal_error"];
            /** @description Codes: `record_store_unavailable`, `service_overloaded`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "record_store_unavailable" | "service_overloaded";
                    };
                };
            };
        };
    };
    putEventByExternalKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The system that gave the key of the event. */
                source: string;
                /** @description Key, URL-encoded, of the event. */
                key: string;
            };
            cookie?: never;
        };
        /** @description Unknown and generated fields are ignored, files too. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["EventInput"];
            };
        };
        responses: {
            /** @description The record after the update. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
                };
            };
            /** @description The record created, or the one it would repeat. */
            201: {
                headers: {
                    /** @description The path of the new record by ID. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
                };
            };
            /** @description Codes: `rest_missing_callback_param`, `rest_invalid_param`, `rest_invalid_json`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_missing_callback_param" | "rest_invalid_param" | "rest_invalid_json";
                    };
                };
            };
            /** @description Codes: `rest_not_logged_in`, `rest_forbidden`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_not_logged_in" | "rest_forbidden";
                    };
                };
            };
            /** @description Codes: `rest_cannot_edit_others`, `rest_forbidden`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_cannot_edit_others" | "rest_forbidden";
                    };
                };
            };
            412: components["responses"]["rest_precondition_failed"];
            413: components["responses"]["rest_body_too_large"];
            415: components["responses"]["rest_unsupported_media_type"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            /** @description Codes: `could-not-update-event`, `could-not-create-event`, `internal_error`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "could-not-update-event" | "could-not-create-event" | "internal_error";
                    };
                };
            };
            503: components["responses"]["record_store_unavailable"];
        };
    };
    removeEventByExternalKey: {
        parameters: {
            query?: {
                /** @description Erase events, venues and organizers for good, also from the trash; for editors and administrators. Categories and tags are always removed for good. */
                force?: boolean;
            };
            header?: never;
            path: {
                /** @description The system that gave the key of the event. */
                source: string;
                /** @description Key, URL-encoded, of the event. */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record in the trash, or as it was before it was erased. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
                };
            };
            /** @description Codes: `rest_invalid_param`, `rest_invalid_json`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_invalid_param" | "rest_invalid_json";
                    };
                };
            };
            /** @description Codes: `rest_not_logged_in`, `rest_forbidden`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_not_logged_in" | "rest_forbidden";
                    };
                };
            };
            403: components["responses"]["rest_forbidden"];
            404: components["responses"]["rest-event-not-found"];
            410: components["responses"]["event-is-in-trash"];
            412: components["responses"]["rest_precondition_failed"];
            413: components["responses"]["rest_body_too_large"];
            415: components["responses"]["rest_unsupported_media_type"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            /** @description Codes: `could-not-delete-event`, `internal_error`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "could-not-delete-event" | "internal_error";
                    };
                };
            };
            503: components["responses"]["record_store_unavailable"];
        };
    };
    listVenues: {
        parameters: {
            query?: {
                /** @description Page of the archive to return; page × per_page reaches 10,000, deeper goes by cursor. */
                page?: number;
                /** @description Records per page, 10 unless the service is set otherwise; larger values than the maximum (50) count as the maximum. */
                per_page?: number;
                /** @description The next_cursor of the answer before, with the same filters and order; instead of page. */
                cursor?: string;
                /** @description Only these keys of each record; dots reach inside, as in venue.city. */
                fields?: string[];
                /** @description Text to find. */
                search?: string;
                /** @description The language of texts, one of the site's, or `all`: objects of texts by language. Absent: the site's default. A text missing in it is in the default, or in the first available language. */
                lang?: string;
                /** @description Post statuses; others than publish need a caller who may edit. */
                status?: ("publish" | "future" | "draft" | "pending" | "private" | "trash")[];
                /** @description Only these IDs, as a list or comma-separated; date filters are ignored. */
                include?: number[];
                /** @description Only records modified at this date-time or later; of events, the default dates are dropped. */
                modified_after?: string | number;
                /** @description Direction of orderby. */
                order?: "asc" | "desc";
                /** @description Only records linked by this event. */
                event?: number;
                /** @description Only records that have events, or only the others. */
                has_events?: boolean | string | number;
                /** @description Only records with an event that has not begun. */
                only_with_upcoming?: boolean | string | number;
                /** @description Order; distance needs a point, relevance a search. */
                orderby?: "date" | "modified" | "title" | "distance" | "relevance";
                /** @description Whether the venue has coordinates. */
                geoloc?: boolean;
                /** @description Latitude of the point to search around, degrees; together with geoloc_lng. */
                geoloc_lat?: number;
                /** @description Longitude of the point to search around, degrees; together with geoloc_lat. */
                geoloc_lng?: number;
                /** @description A town in place of a point, with its state or country after a comma: Springfield, US. The largest of several is taken, and the answer names the others. Or a postal code of venues here: 80331. */
                near?: string;
                /** @description Radius around the point, in geoloc_unit; 40 km when absent, at most 20,040 km. */
                geoloc_radius?: number;
                /** @description Unit of geoloc_radius and of the answered distance. */
                geoloc_unit?: "km" | "mi" | "m";
                /** @description Box west,south,east,north in degrees; west greater than east crosses the antimeridian. */
                geoloc_bbox?: string;
                /** @description City of the venue; case and accents do not matter; several separated by commas. */
                city?: string[];
                /** @description Country of the venue; case and accents do not matter; several separated by commas. */
                country?: string[];
                /** @description Format of the answer, which the suffix of the path or the Accept header may state instead. Formats other than json show public data only; per_page is then 1000 unless sent, and at most 1000. */
                format?: "json" | "geojson" | "jsonld";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of records. */
            200: {
                headers: {
                    "X-TEC-Total": components["headers"]["X-TEC-Total"];
                    "X-TEC-TotalPages": components["headers"]["X-TEC-TotalPages"];
                    "X-Unknown-Parameters": components["headers"]["X-Unknown-Parameters"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VenueList"];
                    "application/geo+json": Record<string, unknown>;
                    "application/ld+json": Record<string, unknown>;
                };
            };
            /** @description Codes: `rest_invalid_param`, `rest_invalid_json`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_invalid_param" | "rest_invalid_json";
                    };
                };
            };
            401: components["responses"]["rest_not_logged_in"];
            404: components["responses"]["venue-archive-page-not-found"];
            413: components["responses"]["rest_body_too_large"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            500: components["responses"]["internal_error"];
            /** @description Codes: `search_index_unavailable`, `record_store_unavailable`, `service_overloaded`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "search_index_unavailable" | "record_store_unavailable" | "service_overloaded";
                    };
                };
            };
        };
    };
    createVenue: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Unknown and generated fields are ignored, files too. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewVenue"];
            };
        };
        responses: {
            /** @description The record created, or the one it would repeat. */
            201: {
                headers: {
                    /** @description The path of the new record by ID. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Venue"];
                };
            };
            /** @description Codes: `could-not-create-venue`, `rest_invalid_param`, `rest_invalid_json`, `rest_missing_callback_param`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "could-not-create-venue" | "rest_invalid_param" | "rest_invalid_json" | "rest_missing_callback_param";
                    };
                };
            };
            /** @description Codes: `rest_not_logged_in`, `rest_forbidden`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_not_logged_in" | "rest_forbidden";
                    };
                };
            };
            /** @description Codes: `rest_cannot_edit_others`, `rest_forbidden`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_cannot_edit_others" | "rest_forbidden";
                    };
                };
            };
            413: components["responses"]["rest_body_too_large"];
            415: components["responses"]["rest_unsupported_media_type"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["record_store_unavailable"];
        };
    };
    listVenuesInFormat: {
        parameters: {
            query?: {
                /** @description Page of the archive to return; page × per_page reaches 10,000, deeper goes by cursor. */
                page?: number;
                /** @description Records per page, 10 unless the service is set otherwise; larger values than the maximum (50) count as the maximum. */
                per_page?: number;
                /** @description The next_cursor of the answer before, with the same filters and order; instead of page. */
                cursor?: string;
                /** @description Only these keys of each record; dots reach inside, as in venue.city. */
                fields?: string[];
                /** @description Text to find. */
                search?: string;
                /** @description The language of texts, one of the site's, or `all`: objects of texts by language. Absent: the site's default. A text missing in it is in the default, or in the first available language. */
                lang?: string;
                /** @description Post statuses; others than publish need a caller who may edit. */
                status?: ("publish" | "future" | "draft" | "pending" | "private" | "trash")[];
                /** @description Only these IDs, as a list or comma-separated; date filters are ignored. */
                include?: number[];
                /** @description Only records modified at this date-time or later; of events, the default dates are dropped. */
                modified_after?: string | number;
                /** @description Direction of orderby. */
                order?: "asc" | "desc";
                /** @description Only records linked by this event. */
                event?: number;
                /** @description Only records that have events, or only the others. */
                has_events?: boolean | string | number;
                /** @description Only records with an event that has not begun. */
                only_with_upcoming?: boolean | string | number;
                /** @description Order; distance needs a point, relevance a search. */
                orderby?: "date" | "modified" | "title" | "distance" | "relevance";
                /** @description Whether the venue has coordinates. */
                geoloc?: boolean;
                /** @description Latitude of the point to search around, degrees; together with geoloc_lng. */
                geoloc_lat?: number;
                /** @description Longitude of the point to search around, degrees; together with geoloc_lat. */
                geoloc_lng?: number;
                /** @description A town in place of a point, with its state or country after a comma: Springfield, US. The largest of several is taken, and the answer names the others. Or a postal code of venues here: 80331. */
                near?: string;
                /** @description Radius around the point, in geoloc_unit; 40 km when absent, at most 20,040 km. */
                geoloc_radius?: number;
                /** @description Unit of geoloc_radius and of the answered distance. */
                geoloc_unit?: "km" | "mi" | "m";
                /** @description Box west,south,east,north in degrees; west greater than east crosses the antimeridian. */
                geoloc_bbox?: string;
                /** @description City of the venue; case and accents do not matter; several separated by commas. */
                city?: string[];
                /** @description Country of the venue; case and accents do not matter; several separated by commas. */
                country?: string[];
            };
            header?: never;
            path: {
                /** @description Format of the answer of the venue. */
                format: "json" | "geojson" | "jsonld";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of records. */
            200: {
                headers: {
                    "X-TEC-Total": components["headers"]["X-TEC-Total"];
                    "X-TEC-TotalPages": components["headers"]["X-TEC-TotalPages"];
                    "X-Unknown-Parameters": components["headers"]["X-Unknown-Parameters"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VenueList"];
                    "application/geo+json": Record<string, unknown>;
                    "application/ld+json": Record<string, unknown>;
                };
            };
            /** @description Codes: `rest_invalid_param`, `rest_invalid_json`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_invalid_param" | "rest_invalid_json";
                    };
                };
            };
            401: components["responses"]["rest_not_logged_in"];
            404: components["responses"]["venue-archive-page-not-found"];
            413: components["responses"]["rest_body_too_large"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            500: components["responses"]["internal_error"];
            /** @description Codes: `search_index_unavailable`, `record_store_unavailable`, `service_overloaded`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "search_index_unavailable" | "record_store_unavailable" | "service_overloaded";
                    };
                };
            };
        };
    };
    bulkVenues: {
        parameters: {
            query?: {
                /** @description Name of a mapping that comes with the service. */
                mapping?: string;
                /** @description `column=field,column=field`: columns that have other names than the fields. */
                columns?: string;
                /** @description The source of the IDs in the column `id`. Without it, they identify nothing. */
                source?: string;
                /** @description The first part of `12/05/2026`, the day or the month. Without it, the first rows show it. */
                dates?: "dmy" | "mdy";
                /** @description The effect of a row that repeats a record. */
                on_match?: "update" | "skip" | "reject";
                /** @description Reject a row whose image cannot be fetched. Without it, the image is left out. */
                strict_images?: boolean;
                /** @description Check every row, write nothing. */
                dry_run?: boolean;
                /** @description The language of texts in columns without a language, from the languages of the site, if a row has no `lang`. Absent: the site's default. */
                lang?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Any number of rows, in a format detected by content: CSV with a header, or an object a line. */
        requestBody: {
            content: {
                "application/x-ndjson": components["schemas"]["NewVenue"];
                "text/csv": string;
            };
        };
        responses: {
            /** @description A line for each row, then the counts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": components["schemas"]["BulkLine"];
                };
            };
            /** @description Codes: `rest_invalid_param`, `rest_invalid_json`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_invalid_param" | "rest_invalid_json";
                    };
                };
            };
            /** @description Codes: `rest_not_logged_in`, `rest_forbidden`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_not_logged_in" | "rest_forbidden";
                    };
                };
            };
            403: components["responses"]["rest_forbidden"];
            413: components["responses"]["rest_body_too_large"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["record_store_unavailable"];
        };
    };
    changesVenues: {
        parameters: {
            query?: {
                /** @description Changes after this number; 0: from the beginning. */
                afterChangeNumber?: number;
                /** @description Maximum number of changes. */
                limit?: number;
                /** @description The number space, as `next` names it; absent: the present one. */
                space?: string;
                /** @description True: items have `row` instead of `data`, for another installation of Marquee that follows this one. */
                rows?: boolean;
                /** @description The language of texts, one of the site's, or `all`. Absent: `all` where the site has several. */
                lang?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of changes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VenueChanges"];
                };
            };
            /** @description Codes: `rest_invalid_param`, `rest_invalid_json`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_invalid_param" | "rest_invalid_json";
                    };
                };
            };
            401: components["responses"]["rest_not_logged_in"];
            410: components["responses"]["changes-restarted"];
            413: components["responses"]["rest_body_too_large"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            500: components["responses"]["internal_error"];
            /** @description Codes: `record_store_unavailable`, `service_overloaded`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "record_store_unavailable" | "service_overloaded";
                    };
                };
            };
        };
    };
    readVenueInFormat: {
        parameters: {
            query?: {
                /** @description Only these keys of the record; dots reach inside, as in venue.city. */
                fields?: string[];
                /** @description The language of texts, one of the site's, or `all`: objects of texts by language. Absent: the site's default. A text missing in it is in the default, or in the first available language. */
                lang?: string;
            };
            header?: never;
            path: {
                /** @description ID of the venue. */
                id: number;
                /** @description Format of the answer of the venue. */
                format: "json" | "geojson" | "jsonld";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record; with `fields`, only the keys asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Venue"];
                    "application/geo+json": Record<string, unknown>;
                    "application/ld+json": Record<string, unknown>;
                };
            };
            /** @description Codes: `rest_record_merged`, `rest_record_renamed`. */
            301: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_record_merged" | "rest_record_renamed";
                    };
                };
            };
            /** @description Codes: `rest_invalid_param`, `rest_invalid_json`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_invalid_param" | "rest_invalid_json";
                    };
                };
            };
            401: components["responses"]["rest_not_logged_in"];
            403: components["responses"]["venue-not-accessible"];
            404: components["responses"]["rest_no_route"];
            413: components["responses"]["rest_body_too_large"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            500: components["responses"]["internal_error"];
            /** @description Codes: `record_store_unavailable`, `service_overloaded`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "record_store_unavailable" | "service_overloaded";
                    };
                };
            };
        };
    };
    readVenue: {
        parameters: {
            query?: {
                /** @description Only these keys of the record; dots reach inside, as in venue.city. */
                fields?: string[];
                /** @description The language of texts, one of the site's, or `all`: objects of texts by language. Absent: the site's default. A text missing in it is in the default, or in the first available language. */
                lang?: string;
                /** @description Format of the answer, which the suffix of the path or the Accept header may state instead. Formats other than json show public data only. */
                format?: "json" | "geojson" | "jsonld";
            };
            header?: never;
            path: {
                /** @description ID of the venue. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record; with `fields`, only the keys asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Venue"];
                    "application/geo+json": Record<string, unknown>;
                    "application/ld+json": Record<string, unknown>;
                };
            };
            /** @description Codes: `rest_record_merged`, `rest_record_renamed`. */
            301: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_record_merged" | "rest_record_renamed";
                    };
                };
            };
            /** @description Codes: `rest_invalid_param`, `rest_invalid_json`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_invalid_param" | "rest_invalid_json";
                    };
                };
            };
            401: components["responses"]["rest_not_logged_in"];
            403: components["responses"]["venue-not-accessible"];
            404: components["responses"]["rest_no_route"];
            413: components["responses"]["rest_body_too_large"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            500: components["responses"]["internal_error"];
            /** @description Codes: `record_store_unavailable`, `service_overloaded`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "record_store_unavailable" | "service_overloaded";
                    };
                };
            };
        };
    };
    updateVenueByPut: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the venue. */
                id: number;
            };
            cookie?: never;
        };
        /** @description Unknown and generated fields are ignored, files too. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["VenueInput"];
            };
        };
        responses: {
            /** @description The record after the update. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Venue"];
                };
            };
            /** @description Codes: `could-not-update-venue`, `rest_invalid_param`, `rest_invalid_json`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "could-not-update-venue" | "rest_invalid_param" | "rest_invalid_json";
                    };
                };
            };
            /** @description Codes: `rest_not_logged_in`, `rest_forbidden`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_not_logged_in" | "rest_forbidden";
                    };
                };
            };
            /** @description Codes: `rest_cannot_edit_others`, `rest_forbidden`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_cannot_edit_others" | "rest_forbidden";
                    };
                };
            };
            404: components["responses"]["rest_no_route"];
            412: components["responses"]["rest_precondition_failed"];
            413: components["responses"]["rest_body_too_large"];
            415: components["responses"]["rest_unsupported_media_type"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["record_store_unavailable"];
        };
    };
    updateVenueByPost: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the venue. */
                id: number;
            };
            cookie?: never;
        };
        /** @description Unknown and generated fields are ignored, files too. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["VenueInput"];
            };
        };
        responses: {
            /** @description The record after the update. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Venue"];
                };
            };
            /** @description Codes: `could-not-update-venue`, `rest_invalid_param`, `rest_invalid_json`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "could-not-update-venue" | "rest_invalid_param" | "rest_invalid_json";
                    };
                };
            };
            /** @description Codes: `rest_not_logged_in`, `rest_forbidden`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_not_logged_in" | "rest_forbidden";
                    };
                };
            };
            /** @description Codes: `rest_cannot_edit_others`, `rest_forbidden`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_cannot_edit_others" | "rest_forbidden";
                    };
                };
            };
            404: components["responses"]["rest_no_route"];
            412: components["responses"]["rest_precondition_failed"];
            413: components["responses"]["rest_body_too_large"];
            415: components["responses"]["rest_unsupported_media_type"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["record_store_unavailable"];
        };
    };
    removeVenue: {
        parameters: {
            query?: {
                /** @description Erase events, venues and organizers for good, also from the trash; for editors and administrators. Categories and tags are always removed for good. */
                force?: boolean;
            };
            header?: never;
            path: {
                /** @description ID of the venue. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record in the trash, or as it was before it was erased. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Venue"];
                };
            };
            /** @description Codes: `rest_invalid_param`, `rest_invalid_json`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_invalid_param" | "rest_invalid_json";
                    };
                };
            };
            /** @description Codes: `rest_not_logged_in`, `rest_forbidden`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_not_logged_in" | "rest_forbidden";
                    };
                };
            };
            403: components["responses"]["rest_forbidden"];
            404: components["responses"]["rest_no_route"];
            410: components["responses"]["venue-is-in-trash"];
            412: components["responses"]["rest_precondition_failed"];
            413: components["responses"]["rest_body_too_large"];
            415: components["responses"]["rest_unsupported_media_type"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            /** @description Codes: `could-not-delete-venue`, `internal_error`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "could-not-delete-venue" | "internal_error";
                    };
                };
            };
            503: components["responses"]["record_store_unavailable"];
        };
    };
    updateVenueByPatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the venue. */
                id: number;
            };
            cookie?: never;
        };
        /** @description Unknown and generated fields are ignored, files too. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["VenueInput"];
            };
        };
        responses: {
            /** @description The record after the update. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Venue"];
                };
            };
            /** @description Codes: `could-not-update-venue`, `rest_invalid_param`, `rest_invalid_json`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "could-not-update-venue" | "rest_invalid_param" | "rest_invalid_json";
                    };
                };
            };
            /** @description Codes: `rest_not_logged_in`, `rest_forbidden`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_not_logged_in" | "rest_forbidden";
                    };
                };
            };
            /** @description Codes: `rest_cannot_edit_others`, `rest_forbidden`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_cannot_edit_others" | "rest_forbidden";
                    };
                };
            };
            404: components["responses"]["rest_no_route"];
            412: components["responses"]["rest_precondition_failed"];
            413: components["responses"]["rest_body_too_large"];
            415: components["responses"]["rest_unsupported_media_type"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["record_store_unavailable"];
        };
    };
    mergeVenue: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the venue. */
                id: number;
            };
            cookie?: never;
        };
        /** @description Unknown and generated fields are ignored, files too. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description IDs of records of the same kind that are merged into this one, in the order in which they fill its missing fields. */
                    drop: number[];
                };
            };
        };
        responses: {
            /** @description The record that is kept. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Venue"];
                };
            };
            /** @description Codes: `could-not-update-venue`, `rest_invalid_param`, `rest_invalid_json`, `rest_missing_callback_param`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "could-not-update-venue" | "rest_invalid_param" | "rest_invalid_json" | "rest_missing_callback_param";
                    };
                };
            };
            /** @description Codes: `rest_not_logged_in`, `rest_forbidden`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_not_logged_in" | "rest_forbidden";
                    };
                };
            };
            403: components["responses"]["rest_forbidden"];
            404: components["responses"]["rest_no_route"];
            410: components["responses"]["venue-is-in-trash"];
            412: components["responses"]["rest_precondition_failed"];
            413: components["responses"]["rest_body_too_large"];
            415: components["responses"]["rest_unsupported_media_type"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["record_store_unavailable"];
        };
    };
    previewVenue: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the venue. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The address. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Preview"];
                };
            };
            /** @description Codes: `rest_invalid_param`, `rest_invalid_json`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_invalid_param" | "rest_invalid_json";
                    };
                };
            };
            /** @description Codes: `rest_not_logged_in`, `rest_forbidden`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_not_logged_in" | "rest_forbidden";
                    };
                };
            };
            403: components["responses"]["rest_forbidden"];
            404: components["responses"]["rest_no_route"];
            410: components["responses"]["venue-is-in-trash"];
            412: components["responses"]["rest_precondition_failed"];
            413: components["responses"]["rest_body_too_large"];
            415: components["responses"]["rest_unsupported_media_type"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["record_store_unavailable"];
        };
    };
    readVenueBySlugInFormat: {
        parameters: {
            query?: {
                /** @description Only these keys of the record; dots reach inside, as in venue.city. */
                fields?: string[];
                /** @description The language of texts, one of the site's, or `all`: objects of texts by language. Absent: the site's default. A text missing in it is in the default, or in the first available language. */
                lang?: string;
            };
            header?: never;
            path: {
                /** @description Slug of the venue. */
                slug: string;
                /** @description Format of the answer of the venue. */
                format: "json" | "geojson" | "jsonld";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record; with `fields`, only the keys asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Venue"];
                    "application/geo+json": Record<string, unknown>;
                    "application/ld+json": Record<string, unknown>;
                };
            };
            /** @description Codes: `rest_record_merged`, `rest_record_renamed`. */
            301: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_record_merged" | "rest_record_renamed";
                    };
                };
            };
            /** @description Codes: `rest_invalid_param`, `rest_invalid_json`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_invalid_param" | "rest_invalid_json";
                    };
                };
            };
            401: components["responses"]["rest_not_logged_in"];
            403: components["responses"]["venue-not-accessible"];
            413: components["responses"]["rest_body_too_large"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            500: components["responses"]["internal_error"];
            /** @description Codes: `record_store_unavailable`, `service_overloaded`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "record_store_unavailable" | "service_overloaded";
                    };
                };
            };
        };
    };
    readVenueBySlug: {
        parameters: {
            query?: {
                /** @description Only these keys of the record; dots reach inside, as in venue.city. */
                fields?: string[];
                /** @description The language of texts, one of the site's, or `all`: objects of texts by language. Absent: the site's default. A text missing in it is in the default, or in the first available language. */
                lang?: string;
                /** @description Format of the answer, which the suffix of the path or the Accept header may state instead. Formats other than json show public data only. */
                format?: "json" | "geojson" | "jsonld";
            };
            header?: never;
            path: {
                /** @description Slug of the venue. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record; with `fields`, only the keys asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Venue"];
                    "application/geo+json": Record<string, unknown>;
                    "application/ld+json": Record<string, unknown>;
                };
            };
            /** @description Codes: `rest_record_merged`, `rest_record_renamed`. */
            301: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_record_merged" | "rest_record_renamed";
                    };
                };
            };
            /** @description Codes: `rest_invalid_param`, `rest_invalid_json`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_invalid_param" | "rest_invalid_json";
                    };
                };
            };
            401: components["responses"]["rest_not_logged_in"];
            403: components["responses"]["venue-not-accessible"];
            413: components["responses"]["rest_body_too_large"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            500: components["responses"]["internal_error"];
            /** @description Codes: `record_store_unavailable`, `service_overloaded`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "record_store_unavailable" | "service_overloaded";
                    };
                };
            };
        };
    };
    updateVenueBySlugByPut: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Slug of the venue. */
                slug: string;
            };
            cookie?: never;
        };
        /** @description Unknown and generated fields are ignored, files too. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["VenueInput"];
            };
        };
        responses: {
            /** @description The record after the update. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Venue"];
                };
            };
            /** @description Codes: `could-not-update-venue`, `rest_invalid_param`, `rest_invalid_json`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "could-not-update-venue" | "rest_invalid_param" | "rest_invalid_json";
                    };
                };
            };
            /** @description Codes: `rest_not_logged_in`, `rest_forbidden`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_not_logged_in" | "rest_forbidden";
                    };
                };
            };
            /** @description Codes: `rest_cannot_edit_others`, `rest_forbidden`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_cannot_edit_others" | "rest_forbidden";
                    };
                };
            };
            412: components["responses"]["rest_precondition_failed"];
            413: components["responses"]["rest_body_too_large"];
            415: components["responses"]["rest_unsupported_media_type"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["record_store_unavailable"];
        };
    };
    updateVenueBySlugByPost: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Slug of the venue. */
                slug: string;
            };
            cookie?: never;
        };
        /** @description Unknown and generated fields are ignored, files too. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["VenueInput"];
            };
        };
        responses: {
            /** @description The record after the update. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Venue"];
                };
            };
            /** @description Codes: `could-not-update-venue`, `rest_invalid_param`, `rest_invalid_json`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "could-not-update-venue" | "rest_invalid_param" | "rest_invalid_json";
                    };
                };
            };
            /** @description Codes: `rest_not_logged_in`, `rest_forbidden`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_not_logged_in" | "rest_forbidden";
                    };
                };
            };
            /** @description Codes: `rest_cannot_edit_others`, `rest_forbidden`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_cannot_edit_others" | "rest_forbidden";
                    };
                };
            };
            412: components["responses"]["rest_precondition_failed"];
            413: components["responses"]["rest_body_too_large"];
            415: components["responses"]["rest_unsupported_media_type"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["record_store_unavailable"];
        };
    };
    removeVenueBySlug: {
        parameters: {
            query?: {
                /** @description Erase events, venues and organizers for good, also from the trash; for editors and administrators. Categories and tags are always removed for good. */
                force?: boolean;
            };
            header?: never;
            path: {
                /** @description Slug of the venue. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record in the trash, or as it was before it was erased. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Venue"];
                };
            };
            /** @description Codes: `rest_invalid_param`, `rest_invalid_json`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_invalid_param" | "rest_invalid_json";
                    };
                };
            };
            /** @description Codes: `rest_not_logged_in`, `rest_forbidden`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_not_logged_in" | "rest_forbidden";
                    };
                };
            };
            403: components["responses"]["rest_forbidden"];
            410: components["responses"]["venue-is-in-trash"];
            412: components["responses"]["rest_precondition_failed"];
            413: components["responses"]["rest_body_too_large"];
            415: components["responses"]["rest_unsupported_media_type"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            /** @description Codes: `could-not-delete-venue`, `internal_error`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "could-not-delete-venue" | "internal_error";
                    };
                };
            };
            503: components["responses"]["record_store_unavailable"];
        };
    };
    updateVenueBySlugByPatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Slug of the venue. */
                slug: string;
            };
            cookie?: never;
        };
        /** @description Unknown and generated fields are ignored, files too. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["VenueInput"];
            };
        };
        responses: {
            /** @description The record after the update. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Venue"];
                };
            };
            /** @description Codes: `could-not-update-venue`, `rest_invalid_param`, `rest_invalid_json`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "could-not-update-venue" | "rest_invalid_param" | "rest_invalid_json";
                    };
                };
            };
            /** @description Codes: `rest_not_logged_in`, `rest_forbidden`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_not_logged_in" | "rest_forbidden";
                    };
                };
            };
            /** @description Codes: `rest_cannot_edit_others`, `rest_forbidden`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_cannot_edit_others" | "rest_forbidden";
                    };
                };
            };
            412: components["responses"]["rest_precondition_failed"];
            413: components["responses"]["rest_body_too_large"];
            415: components["responses"]["rest_unsupported_media_type"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["record_store_unavailable"];
        };
    };
    readVenueByExternalKey: {
        parameters: {
            query?: {
                /** @description Only these keys of the record; dots reach inside, as in venue.city. */
                fields?: string[];
                /** @description The language of texts, one of the site's, or `all`: objects of texts by language. Absent: the site's default. A text missing in it is in the default, or in the first available language. */
                lang?: string;
                /** @description Format of the answer, which the suffix of the path or the Accept header may state instead. Formats other than json show public data only. */
                format?: "json" | "geojson" | "jsonld";
            };
            header?: never;
            path: {
                /** @description The system that gave the key of the venue. */
                source: string;
                /** @description Key, URL-encoded, of the venue. */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record; with `fields`, only the keys asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Venue"];
                    "application/geo+json": Record<string, unknown>;
                    "application/ld+json": Record<string, unknown>;
                };
            };
            /** @description Codes: `rest_record_merged`, `rest_record_renamed`. */
            301: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_record_merged" | "rest_record_renamed";
                    };
                };
            };
            /** @description Codes: `rest_invalid_param`, `rest_invalid_json`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_invalid_param" | "rest_invalid_json";
                    };
                };
            };
            401: components["responses"]["rest_not_logged_in"];
            403: components["responses"]["venue-not-accessible"];
            413: components["responses"]["rest_body_too_large"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            500: components["responses"]["internal_error"];
            /** @description Codes: `record_store_unavailable`, `service_overloaded`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "record_store_unavailable" | "service_overloaded";
                    };
                };
            };
        };
    };
    putVenueByExternalKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The system that gave the key of the venue. */
                source: string;
                /** @description Key, URL-encoded, of the venue. */
                key: string;
            };
            cookie?: never;
        };
        /** @description Unknown and generated fields are ignored, files too. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["VenueInput"];
            };
        };
        responses: {
            /** @description The record after the update. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Venue"];
                };
            };
            /** @description The record created, or the one it would repeat. */
            201: {
                headers: {
                    /** @description The path of the new record by ID. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Venue"];
                };
            };
            /** @description Codes: `rest_missing_callback_param`, `could-not-update-venue`, `could-not-create-venue`, `rest_invalid_param`, `rest_invalid_json`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_missing_callback_param" | "could-not-update-venue" | "could-not-create-venue" | "rest_invalid_param" | "rest_invalid_json";
                    };
                };
            };
            /** @description Codes: `rest_not_logged_in`, `rest_forbidden`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_not_logged_in" | "rest_forbidden";
                    };
                };
            };
            /** @description Codes: `rest_cannot_edit_others`, `rest_forbidden`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_cannot_edit_others" | "rest_forbidden";
                    };
                };
            };
            412: components["responses"]["rest_precondition_failed"];
            413: components["responses"]["rest_body_too_large"];
            415: components["responses"]["rest_unsupported_media_type"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["record_store_unavailable"];
        };
    };
    removeVenueByExternalKey: {
        parameters: {
            query?: {
                /** @description Erase events, venues and organizers for good, also from the trash; for editors and administrators. Categories and tags are always removed for good. */
                force?: boolean;
            };
            header?: never;
            path: {
                /** @description The system that gave the key of the venue. */
                source: string;
                /** @description Key, URL-encoded, of the venue. */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record in the trash, or as it was before it was erased. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Venue"];
                };
            };
            /** @description Codes: `rest_invalid_param`, `rest_invalid_json`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_invalid_param" | "rest_invalid_json";
                    };
                };
            };
            /** @description Codes: `rest_not_logged_in`, `rest_forbidden`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_not_logged_in" | "rest_forbidden";
                    };
                };
            };
            403: components["responses"]["rest_forbidden"];
            410: components["responses"]["venue-is-in-trash"];
            412: components["responses"]["rest_precondition_failed"];
            413: components["responses"]["rest_body_too_large"];
            415: components["responses"]["rest_unsupported_media_type"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            /** @description Codes: `could-not-delete-venue`, `internal_error`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "could-not-delete-venue" | "internal_error";
                    };
                };
            };
            503: components["responses"]["record_store_unavailable"];
        };
    };
    listOrganizers: {
        parameters: {
            query?: {
                /** @description Page of the archive to return; page × per_page reaches 10,000, deeper goes by cursor. */
                page?: number;
                /** @description Records per page, 10 unless the service is set otherwise; larger values than the maximum (50) count as the maximum. */
                per_page?: number;
                /** @description The next_cursor of the answer before, with the same filters and order; instead of page. */
                cursor?: string;
                /** @description Only these keys of each record; dots reach inside, as in venue.city. */
                fields?: string[];
                /** @description Text to find. */
                search?: string;
                /** @description The language of texts, one of the site's, or `all`: objects of texts by language. Absent: the site's default. A text missing in it is in the default, or in the first available language. */
                lang?: string;
                /** @description Post statuses; others than publish need a caller who may edit. */
                status?: ("publish" | "future" | "draft" | "pending" | "private" | "trash")[];
                /** @description Only these IDs, as a list or comma-separated; date filters are ignored. */
                include?: number[];
                /** @description Only records modified at this date-time or later; of events, the default dates are dropped. */
                modified_after?: string | number;
                /** @description Direction of orderby. */
                order?: "asc" | "desc";
                /** @description Only records linked by this event. */
                event?: number;
                /** @description Only records that have events, or only the others. */
                has_events?: boolean | string | number;
                /** @description Only records with an event that has not begun. */
                only_with_upcoming?: boolean | string | number;
                /** @description Order; relevance needs a search. */
                orderby?: "date" | "modified" | "title" | "relevance";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of records. */
            200: {
                headers: {
                    "X-TEC-Total": components["headers"]["X-TEC-Total"];
                    "X-TEC-TotalPages": components["headers"]["X-TEC-TotalPages"];
                    "X-Unknown-Parameters": components["headers"]["X-Unknown-Parameters"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizerList"];
                };
            };
            /** @description Codes: `rest_invalid_param`, `rest_invalid_json`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_invalid_param" | "rest_invalid_json";
                    };
                };
            };
            401: components["responses"]["rest_not_logged_in"];
            404: components["responses"]["organizer-archive-page-not-found"];
            413: components["responses"]["rest_body_too_large"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            500: components["responses"]["internal_error"];
            /** @description Codes: `search_index_unavailable`, `record_store_unavailable`, `service_overloaded`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "search_index_unavailable" | "record_store_unavailable" | "service_overloaded";
                    };
                };
            };
        };
    };
    createOrganizer: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Unknown and generated fields are ignored, files too. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewOrganizer"];
            };
        };
        responses: {
            /** @description The record created, or the one it would repeat. */
            201: {
                headers: {
                    /** @description The path of the new record by ID. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organizer"];
                };
            };
            /** @description Codes: `could-not-create-organizer`, `rest_invalid_param`, `rest_invalid_json`, `rest_missing_callback_param`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "could-not-create-organizer" | "rest_invalid_param" | "rest_invalid_json" | "rest_missing_callback_param";
                    };
                };
            };
            /** @description Codes: `rest_not_logged_in`, `rest_forbidden`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_not_logged_in" | "rest_forbidden";
                    };
                };
            };
            /** @description Codes: `rest_cannot_edit_others`, `rest_forbidden`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_cannot_edit_others" | "rest_forbidden";
                    };
                };
            };
            413: components["responses"]["rest_body_too_large"];
            415: components["responses"]["rest_unsupported_media_type"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["record_store_unavailable"];
        };
    };
    bulkOrganizers: {
        parameters: {
            query?: {
                /** @description Name of a mapping that comes with the service. */
                mapping?: string;
                /** @description `column=field,column=field`: columns that have other names than the fields. */
                columns?: string;
                /** @description The source of the IDs in the column `id`. Without it, they identify nothing. */
                source?: string;
                /** @description The first part of `12/05/2026`, the day or the month. Without it, the first rows show it. */
                dates?: "dmy" | "mdy";
                /** @description The effect of a row that repeats a record. */
                on_match?: "update" | "skip" | "reject";
                /** @description Reject a row whose image cannot be fetched. Without it, the image is left out. */
                strict_images?: boolean;
                /** @description Check every row, write nothing. */
                dry_run?: boolean;
                /** @description The language of texts in columns without a language, from the languages of the site, if a row has no `lang`. Absent: the site's default. */
                lang?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Any number of rows, in a format detected by content: CSV with a header, or an object a line. */
        requestBody: {
            content: {
                "application/x-ndjson": components["schemas"]["NewOrganizer"];
                "text/csv": string;
            };
        };
        responses: {
            /** @description A line for each row, then the counts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": components["schemas"]["BulkLine"];
                };
            };
            /** @description Codes: `rest_invalid_param`, `rest_invalid_json`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_invalid_param" | "rest_invalid_json";
                    };
                };
            };
            /** @description Codes: `rest_not_logged_in`, `rest_forbidden`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_not_logged_in" | "rest_forbidden";
                    };
                };
            };
            403: components["responses"]["rest_forbidden"];
            413: components["responses"]["rest_body_too_large"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["record_store_unavailable"];
        };
    };
    changesOrganizers: {
        parameters: {
            query?: {
                /** @description Changes after this number; 0: from the beginning. */
                afterChangeNumber?: number;
                /** @description Maximum number of changes. */
                limit?: number;
                /** @description The number space, as `next` names it; absent: the present one. */
                space?: string;
                /** @description True: items have `row` instead of `data`, for another installation of Marquee that follows this one. */
                rows?: boolean;
                /** @description The language of texts, one of the site's, or `all`. Absent: `all` where the site has several. */
                lang?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of changes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizerChanges"];
                };
            };
            /** @description Codes: `rest_invalid_param`, `rest_invalid_json`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_invalid_param" | "rest_invalid_json";
                    };
                };
            };
            401: components["responses"]["rest_not_logged_in"];
            410: components["responses"]["changes-restarted"];
            413: components["responses"]["rest_body_too_large"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            500: components["responses"]["internal_error"];
            /** @description Codes: `record_store_unavailable`, `service_overloaded`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "record_store_unavailable" | "service_overloaded";
                    };
                };
            };
        };
    };
    readOrganizer: {
        parameters: {
            query?: {
                /** @description Only these keys of the record; dots reach inside, as in venue.city. */
                fields?: string[];
                /** @description The language of texts, one of the site's, or `all`: objects of texts by language. Absent: the site's default. A text missing in it is in the default, or in the first available language. */
                lang?: string;
            };
            header?: never;
            path: {
                /** @description ID of the organizer. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record; with `fields`, only the keys asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organizer"];
                };
            };
            /** @description Codes: `rest_record_merged`, `rest_record_renamed`. */
            301: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_record_merged" | "rest_record_renamed";
                    };
                };
            };
            /** @description Codes: `rest_invalid_param`, `rest_invalid_json`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_invalid_param" | "rest_invalid_json";
                    };
                };
            };
            401: components["responses"]["rest_not_logged_in"];
            403: components["responses"]["organizer-not-accessible"];
            404: components["responses"]["rest_no_route"];
            413: components["responses"]["rest_body_too_large"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            500: components["responses"]["internal_error"];
            /** @description Codes: `record_store_unavailable`, `service_overloaded`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "record_store_unavailable" | "service_overloaded";
                    };
                };
            };
        };
    };
    updateOrganizerByPut: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the organizer. */
                id: number;
            };
            cookie?: never;
        };
        /** @description Unknown and generated fields are ignored, files too. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["OrganizerInput"];
            };
        };
        responses: {
            /** @description The record after the update. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organizer"];
                };
            };
            /** @description Codes: `could-not-update-organizer`, `rest_invalid_param`, `rest_invalid_json`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "could-not-update-organizer" | "rest_invalid_param" | "rest_invalid_json";
                    };
                };
            };
            /** @description Codes: `rest_not_logged_in`, `rest_forbidden`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_not_logged_in" | "rest_forbidden";
                    };
                };
            };
            /** @description Codes: `rest_cannot_edit_others`, `rest_forbidden`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_cannot_edit_others" | "rest_forbidden";
                    };
                };
            };
            404: components["responses"]["rest_no_route"];
            412: components["responses"]["rest_precondition_failed"];
            413: components["responses"]["rest_body_too_large"];
            415: components["responses"]["rest_unsupported_media_type"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["record_store_unavailable"];
        };
    };
    updateOrganizerByPost: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the organizer. */
                id: number;
            };
            cookie?: never;
        };
        /** @description Unknown and generated fields are ignored, files too. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["OrganizerInput"];
            };
        };
        responses: {
            /** @description The record after the update. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organizer"];
                };
            };
            /** @description Codes: `could-not-update-organizer`, `rest_invalid_param`, `rest_invalid_json`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "could-not-update-organizer" | "rest_invalid_param" | "rest_invalid_json";
                    };
                };
            };
            /** @description Codes: `rest_not_logged_in`, `rest_forbidden`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_not_logged_in" | "rest_forbidden";
                    };
                };
            };
            /** @description Codes: `rest_cannot_edit_others`, `rest_forbidden`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_cannot_edit_others" | "rest_forbidden";
                    };
                };
            };
            404: components["responses"]["rest_no_route"];
            412: components["responses"]["rest_precondition_failed"];
            413: components["responses"]["rest_body_too_large"];
            415: components["responses"]["rest_unsupported_media_type"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["record_store_unavailable"];
        };
    };
    removeOrganizer: {
        parameters: {
            query?: {
                /** @description Erase events, venues and organizers for good, also from the trash; for editors and administrators. Categories and tags are always removed for good. */
                force?: boolean;
            };
            header?: never;
            path: {
                /** @description ID of the organizer. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record in the trash, or as it was before it was erased. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organizer"];
                };
            };
            /** @description Codes: `rest_invalid_param`, `rest_invalid_json`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_invalid_param" | "rest_invalid_json";
                    };
                };
            };
            /** @description Codes: `rest_not_logged_in`, `rest_forbidden`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_not_logged_in" | "rest_forbidden";
                    };
                };
            };
            403: components["responses"]["rest_forbidden"];
            404: components["responses"]["rest_no_route"];
            410: components["responses"]["organizer-is-in-trash"];
            412: components["responses"]["rest_precondition_failed"];
            413: components["responses"]["rest_body_too_large"];
            415: components["responses"]["rest_unsupported_media_type"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            /** @description Codes: `could-not-delete-organizer`, `internal_error`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "could-not-delete-organizer" | "internal_error";
                    };
                };
            };
            503: components["responses"]["record_store_unavailable"];
        };
    };
    updateOrganizerByPatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the organizer. */
                id: number;
            };
            cookie?: never;
        };
        /** @description Unknown and generated fields are ignored, files too. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["OrganizerInput"];
            };
        };
        responses: {
            /** @description The record after the update. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organizer"];
                };
            };
            /** @description Codes: `could-not-update-organizer`, `rest_invalid_param`, `rest_invalid_json`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "could-not-update-organizer" | "rest_invalid_param" | "rest_invalid_json";
                    };
                };
            };
            /** @description Codes: `rest_not_logged_in`, `rest_forbidden`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_not_logged_in" | "rest_forbidden";
                    };
                };
            };
            /** @description Codes: `rest_cannot_edit_others`, `rest_forbidden`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_cannot_edit_others" | "rest_forbidden";
                    };
                };
            };
            404: components["responses"]["rest_no_route"];
            412: components["responses"]["rest_precondition_failed"];
            413: components["responses"]["rest_body_too_large"];
            415: components["responses"]["rest_unsupported_media_type"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["record_store_unavailable"];
        };
    };
    mergeOrganizer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the organizer. */
                id: number;
            };
            cookie?: never;
        };
        /** @description Unknown and generated fields are ignored, files too. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description IDs of records of the same kind that are merged into this one, in the order in which they fill its missing fields. */
                    drop: number[];
                };
            };
        };
        responses: {
            /** @description The record that is kept. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organizer"];
                };
            };
            /** @description Codes: `could-not-update-organizer`, `rest_invalid_param`, `rest_invalid_json`, `rest_missing_callback_param`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "could-not-update-organizer" | "rest_invalid_param" | "rest_invalid_json" | "rest_missing_callback_param";
                    };
                };
            };
            /** @description Codes: `rest_not_logged_in`, `rest_forbidden`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_not_logged_in" | "rest_forbidden";
                    };
                };
            };
            403: components["responses"]["rest_forbidden"];
            404: components["responses"]["rest_no_route"];
            410: components["responses"]["organizer-is-in-trash"];
            412: components["responses"]["rest_precondition_failed"];
            413: components["responses"]["rest_body_too_large"];
            415: components["responses"]["rest_unsupported_media_type"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["record_store_unavailable"];
        };
    };
    previewOrganizer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the organizer. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The address. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Preview"];
                };
            };
            /** @description Codes: `rest_invalid_param`, `rest_invalid_json`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_invalid_param" | "rest_invalid_json";
                    };
                };
            };
            /** @description Codes: `rest_not_logged_in`, `rest_forbidden`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_not_logged_in" | "rest_forbidden";
                    };
                };
            };
            403: components["responses"]["rest_forbidden"];
            404: components["responses"]["rest_no_route"];
            410: components["responses"]["organizer-is-in-trash"];
            412: components["responses"]["rest_precondition_failed"];
            413: components["responses"]["rest_body_too_large"];
            415: components["responses"]["rest_unsupported_media_type"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["record_store_unavailable"];
        };
    };
    readOrganizerBySlug: {
        parameters: {
            query?: {
                /** @description Only these keys of the record; dots reach inside, as in venue.city. */
                fields?: string[];
                /** @description The language of texts, one of the site's, or `all`: objects of texts by language. Absent: the site's default. A text missing in it is in the default, or in the first available language. */
                lang?: string;
            };
            header?: never;
            path: {
                /** @description Slug of the organizer. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record; with `fields`, only the keys asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organizer"];
                };
            };
            /** @description Codes: `rest_record_merged`, `rest_record_renamed`. */
            301: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_record_merged" | "rest_record_renamed";
                    };
                };
            };
            /** @description Codes: `rest_invalid_param`, `rest_invalid_json`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_invalid_param" | "rest_invalid_json";
                    };
                };
            };
            401: components["responses"]["rest_not_logged_in"];
            403: components["responses"]["organizer-not-accessible"];
            413: components["responses"]["rest_body_too_large"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            500: components["responses"]["internal_error"];
            /** @description Codes: `record_store_unavailable`, `service_overloaded`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "record_store_unavailable" | "service_overloaded";
                    };
                };
            };
        };
    };
    updateOrganizerBySlugByPut: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Slug of the organizer. */
                slug: string;
            };
            cookie?: never;
        };
        /** @description Unknown and generated fields are ignored, files too. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["OrganizerInput"];
            };
        };
        responses: {
            /** @description The record after the update. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organizer"];
                };
            };
            /** @description Codes: `could-not-update-organizer`, `rest_invalid_param`, `rest_invalid_json`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "could-not-update-organizer" | "rest_invalid_param" | "rest_invalid_json";
                    };
                };
            };
            /** @description Codes: `rest_not_logged_in`, `rest_forbidden`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_not_logged_in" | "rest_forbidden";
                    };
                };
            };
            /** @description Codes: `rest_cannot_edit_others`, `rest_forbidden`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_cannot_edit_others" | "rest_forbidden";
                    };
                };
            };
            412: components["responses"]["rest_precondition_failed"];
            413: components["responses"]["rest_body_too_large"];
            415: components["responses"]["rest_unsupported_media_type"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["record_store_unavailable"];
        };
    };
    updateOrganizerBySlugByPost: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Slug of the organizer. */
                slug: string;
            };
            cookie?: never;
        };
        /** @description Unknown and generated fields are ignored, files too. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["OrganizerInput"];
            };
        };
        responses: {
            /** @description The record after the update. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organizer"];
                };
            };
            /** @description Codes: `could-not-update-organizer`, `rest_invalid_param`, `rest_invalid_json`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "could-not-update-organizer" | "rest_invalid_param" | "rest_invalid_json";
                    };
                };
            };
            /** @description Codes: `rest_not_logged_in`, `rest_forbidden`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_not_logged_in" | "rest_forbidden";
                    };
                };
            };
            /** @description Codes: `rest_cannot_edit_others`, `rest_forbidden`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_cannot_edit_others" | "rest_forbidden";
                    };
                };
            };
            412: components["responses"]["rest_precondition_failed"];
            413: components["responses"]["rest_body_too_large"];
            415: components["responses"]["rest_unsupported_media_type"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["record_store_unavailable"];
        };
    };
    removeOrganizerBySlug: {
        parameters: {
            query?: {
                /** @description Erase events, venues and organizers for good, also from the trash; for editors and administrators. Categories and tags are always removed for good. */
                force?: boolean;
            };
            header?: never;
            path: {
                /** @description Slug of the organizer. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record in the trash, or as it was before it was erased. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organizer"];
                };
            };
            /** @description Codes: `rest_invalid_param`, `rest_invalid_json`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_invalid_param" | "rest_invalid_json";
                    };
                };
            };
            /** @description Codes: `rest_not_logged_in`, `rest_forbidden`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_not_logged_in" | "rest_forbidden";
                    };
                };
            };
            403: components["responses"]["rest_forbidden"];
            410: components["responses"]["organizer-is-in-trash"];
            412: components["responses"]["rest_precondition_failed"];
            413: components["responses"]["rest_body_too_large"];
            415: components["responses"]["rest_unsupported_media_type"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            /** @description Codes: `could-not-delete-organizer`, `internal_error`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "could-not-delete-organizer" | "internal_error";
                    };
                };
            };
            503: components["responses"]["record_store_unavailable"];
        };
    };
    updateOrganizerBySlugByPatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Slug of the organizer. */
                slug: string;
            };
            cookie?: never;
        };
        /** @description Unknown and generated fields are ignored, files too. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["OrganizerInput"];
            };
        };
        responses: {
            /** @description The record after the update. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organizer"];
                };
            };
            /** @description Codes: `could-not-update-organizer`, `rest_invalid_param`, `rest_invalid_json`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "could-not-update-organizer" | "rest_invalid_param" | "rest_invalid_json";
                    };
                };
            };
            /** @description Codes: `rest_not_logged_in`, `rest_forbidden`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_not_logged_in" | "rest_forbidden";
                    };
                };
            };
            /** @description Codes: `rest_cannot_edit_others`, `rest_forbidden`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_cannot_edit_others" | "rest_forbidden";
                    };
                };
            };
            412: components["responses"]["rest_precondition_failed"];
            413: components["responses"]["rest_body_too_large"];
            415: components["responses"]["rest_unsupported_media_type"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["record_store_unavailable"];
        };
    };
    readOrganizerByExternalKey: {
        parameters: {
            query?: {
                /** @description Only these keys of the record; dots reach inside, as in venue.city. */
                fields?: string[];
                /** @description The language of texts, one of the site's, or `all`: objects of texts by language. Absent: the site's default. A text missing in it is in the default, or in the first available language. */
                lang?: string;
            };
            header?: never;
            path: {
                /** @description The system that gave the key of the organizer. */
                source: string;
                /** @description Key, URL-encoded, of the organizer. */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record; with `fields`, only the keys asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organizer"];
                };
            };
            /** @description Codes: `rest_record_merged`, `rest_record_renamed`. */
            301: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_record_merged" | "rest_record_renamed";
                    };
                };
            };
            /** @description Codes: `rest_invalid_param`, `rest_invalid_json`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_invalid_param" | "rest_invalid_json";
                    };
                };
            };
            401: components["responses"]["rest_not_logged_in"];
            403: components["responses"]["organizer-not-accessible"];
            413: components["responses"]["rest_body_too_large"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            500: components["responses"]["internal_error"];
            /** @description Codes: `record_store_unavailable`, `service_overloaded`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "record_store_unavailable" | "service_overloaded";
                    };
                };
            };
        };
    };
    putOrganizerByExternalKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The system that gave the key of the organizer. */
                source: string;
                /** @description Key, URL-encoded, of the organizer. */
                key: string;
            };
            cookie?: never;
        };
        /** @description Unknown and generated fields are ignored, files too. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["OrganizerInput"];
            };
        };
        responses: {
            /** @description The record after the update. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organizer"];
                };
            };
            /** @description The record created, or the one it would repeat. */
            201: {
                headers: {
                    /** @description The path of the new record by ID. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organizer"];
                };
            };
            /** @description Codes: `rest_missing_callback_param`, `could-not-update-organizer`, `could-not-create-organizer`, `rest_invalid_param`, `rest_invalid_json`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_missing_callback_param" | "could-not-update-organizer" | "could-not-create-organizer" | "rest_invalid_param" | "rest_invalid_json";
                    };
                };
            };
            /** @description Codes: `rest_not_logged_in`, `rest_forbidden`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_not_logged_in" | "rest_forbidden";
                    };
                };
            };
            /** @description Codes: `rest_cannot_edit_others`, `rest_forbidden`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_cannot_edit_others" | "rest_forbidden";
                    };
                };
            };
            412: components["responses"]["rest_precondition_failed"];
            413: components["responses"]["rest_body_too_large"];
            415: components["responses"]["rest_unsupported_media_type"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["record_store_unavailable"];
        };
    };
    removeOrganizerByExternalKey: {
        parameters: {
            query?: {
                /** @description Erase events, venues and organizers for good, also from the trash; for editors and administrators. Categories and tags are always removed for good. */
                force?: boolean;
            };
            header?: never;
            path: {
                /** @description The system that gave the key of the organizer. */
                source: string;
                /** @description Key, URL-encoded, of the organizer. */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record in the trash, or as it was before it was erased. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organizer"];
                };
            };
            /** @description Codes: `rest_invalid_param`, `rest_invalid_json`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_invalid_param" | "rest_invalid_json";
                    };
                };
            };
            /** @description Codes: `rest_not_logged_in`, `rest_forbidden`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_not_logged_in" | "rest_forbidden";
                    };
                };
            };
            403: components["responses"]["rest_forbidden"];
            410: components["responses"]["organizer-is-in-trash"];
            412: components["responses"]["rest_precondition_failed"];
            413: components["responses"]["rest_body_too_large"];
            415: components["responses"]["rest_unsupported_media_type"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            /** @description Codes: `could-not-delete-organizer`, `internal_error`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "could-not-delete-organizer" | "internal_error";
                    };
                };
            };
            503: components["responses"]["record_store_unavailable"];
        };
    };
    listCategories: {
        parameters: {
            query?: {
                /** @description Page of the archive to return; page × per_page reaches 10,000, deeper goes by cursor. */
                page?: number;
                /** @description Records per page, 10 unless the service is set otherwise; larger values than the maximum (50) count as the maximum. */
                per_page?: number;
                /** @description The next_cursor of the answer before, with the same filters and order; instead of page. */
                cursor?: string;
                /** @description Only these keys of each record; dots reach inside, as in venue.city. */
                fields?: string[];
                /** @description Text to find. */
                search?: string;
                /** @description The language of texts, one of the site's, or `all`: objects of texts by language. Absent: the site's default. A text missing in it is in the default, or in the first available language. */
                lang?: string;
                /** @description Leave these IDs out. */
                exclude?: number[];
                /** @description Only these IDs. */
                include?: number[];
                /** @description Ascending or descending. */
                order?: "asc" | "desc";
                /** @description Term attribute to sort by. */
                orderby?: "name" | "id" | "slug" | "count" | "description" | "term_group" | "include";
                /** @description Leave out terms that no published event has. */
                hide_empty?: boolean;
                /** @description Only terms of this event. */
                post?: number;
                /** @description Alias of post; wins when both are given. */
                event?: number;
                /** @description Only the term with this slug. */
                slug?: string;
                /** @description Only categories with this parent; 0 for the top level. */
                parent?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of records. */
            200: {
                headers: {
                    "X-TEC-Total": components["headers"]["X-TEC-Total"];
                    "X-TEC-TotalPages": components["headers"]["X-TEC-TotalPages"];
                    "X-Unknown-Parameters": components["headers"]["X-Unknown-Parameters"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CategoryList"];
                };
            };
            /** @description Codes: `rest_invalid_param`, `rest_invalid_json`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_invalid_param" | "rest_invalid_json";
                    };
                };
            };
            401: components["responses"]["rest_not_logged_in"];
            413: components["responses"]["rest_body_too_large"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            500: components["responses"]["internal_error"];
            /** @description Codes: `search_index_unavailable`, `record_store_unavailable`, `service_overloaded`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "search_index_unavailable" | "record_store_unavailable" | "service_overloaded";
                    };
                };
            };
        };
    };
    createCategory: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Unknown and generated fields are ignored, files too. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewCategory"];
            };
        };
        responses: {
            /** @description The record created, or the one it would repeat. */
            201: {
                headers: {
                    /** @description The path of the new record by ID. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Category"];
                };
            };
            /** @description Codes: `could-not-create-category`, `term_exists`, `rest_invalid_param`, `rest_invalid_json`, `rest_missing_callback_param`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "could-not-create-category" | "term_exists" | "rest_invalid_param" | "rest_invalid_json" | "rest_missing_callback_param";
                    };
                };
            };
            /** @description Codes: `rest_not_logged_in`, `rest_forbidden`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_not_logged_in" | "rest_forbidden";
                    };
                };
            };
            403: components["responses"]["rest_forbidden"];
            413: components["responses"]["rest_body_too_large"];
            415: components["responses"]["rest_unsupported_media_type"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["record_store_unavailable"];
        };
    };
    bulkCategories: {
        parameters: {
            query?: {
                /** @description Name of a mapping that comes with the service. */
                mapping?: string;
                /** @description `column=field,column=field`: columns that have other names than the fields. */
                columns?: string;
                /** @description The source of the IDs in the column `id`. Without it, they identify nothing. */
                source?: string;
                /** @description The first part of `12/05/2026`, the day or the month. Without it, the first rows show it. */
                dates?: "dmy" | "mdy";
                /** @description The effect of a row that repeats a record. */
                on_match?: "update" | "skip" | "reject";
                /** @description Reject a row whose image cannot be fetched. Without it, the image is left out. */
                strict_images?: boolean;
                /** @description Check every row, write nothing. */
                dry_run?: boolean;
                /** @description The language of texts in columns without a language, from the languages of the site, if a row has no `lang`. Absent: the site's default. */
                lang?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Any number of rows, in a format detected by content: CSV with a header, or an object a line. */
        requestBody: {
            content: {
                "application/x-ndjson": components["schemas"]["NewCategory"];
                "text/csv": string;
            };
        };
        responses: {
            /** @description A line for each row, then the counts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": components["schemas"]["BulkLine"];
                };
            };
            /** @description Codes: `rest_invalid_param`, `rest_invalid_json`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_invalid_param" | "rest_invalid_json";
                    };
                };
            };
            /** @description Codes: `rest_not_logged_in`, `rest_forbidden`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_not_logged_in" | "rest_forbidden";
                    };
                };
            };
            403: components["responses"]["rest_forbidden"];
            413: components["responses"]["rest_body_too_large"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["record_store_unavailable"];
        };
    };
    changesCategories: {
        parameters: {
            query?: {
                /** @description Changes after this number; 0: from the beginning. */
                afterChangeNumber?: number;
                /** @description Maximum number of changes. */
                limit?: number;
                /** @description The number space, as `next` names it; absent: the present one. */
                space?: string;
                /** @description True: items have `row` instead of `data`, for another installation of Marquee that follows this one. */
                rows?: boolean;
                /** @description The language of texts, one of the site's, or `all`. Absent: `all` where the site has several. */
                lang?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of changes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CategoryChanges"];
                };
            };
            /** @description Codes: `rest_invalid_param`, `rest_invalid_json`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_invalid_param" | "rest_invalid_json";
                    };
                };
            };
            401: components["responses"]["rest_not_logged_in"];
            410: components["responses"]["changes-restarted"];
            413: components["responses"]["rest_body_too_large"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            500: components["responses"]["internal_error"];
            /** @description Codes: `record_store_unavailable`, `service_overloaded`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "record_store_unavailable" | "service_overloaded";
                    };
                };
            };
        };
    };
    readCategory: {
        parameters: {
            query?: {
                /** @description Only these keys of the record; dots reach inside, as in venue.city. */
                fields?: string[];
                /** @description The language of texts, one of the site's, or `all`: objects of texts by language. Absent: the site's default. A text missing in it is in the default, or in the first available language. */
                lang?: string;
            };
            header?: never;
            path: {
                /** @description ID of the category. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record; with `fields`, only the keys asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Category"];
                };
            };
            301: components["responses"]["rest_record_merged"];
            /** @description Codes: `rest_invalid_param`, `rest_invalid_json`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_invalid_param" | "rest_invalid_json";
                    };
                };
            };
            401: components["responses"]["rest_not_logged_in"];
            404: components["responses"]["rest_no_route"];
            413: components["responses"]["rest_body_too_large"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            500: components["responses"]["internal_error"];
            /** @description Codes: `record_store_unavailable`, `service_overloaded`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "record_store_unavailable" | "service_overloaded";
                    };
                };
            };
        };
    };
    updateCategoryByPut: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the category. */
                id: number;
            };
            cookie?: never;
        };
        /** @description Unknown and generated fields are ignored, files too. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CategoryInput"];
            };
        };
        responses: {
            /** @description The record after the update. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Category"];
                };
            };
            /** @description Codes: `could-not-update-category`, `duplicate_term_slug`, `rest_invalid_param`, `rest_invalid_json`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "could-not-update-category" | "duplicate_term_slug" | "rest_invalid_param" | "rest_invalid_json";
                    };
                };
            };
            /** @description Codes: `rest_not_logged_in`, `rest_forbidden`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_not_logged_in" | "rest_forbidden";
                    };
                };
            };
            403: components["responses"]["rest_forbidden"];
            404: components["responses"]["rest_no_route"];
            412: components["responses"]["rest_precondition_failed"];
            413: components["responses"]["rest_body_too_large"];
            415: components["responses"]["rest_unsupported_media_type"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["record_store_unavailable"];
        };
    };
    updateCategoryByPost: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the category. */
                id: number;
            };
            cookie?: never;
        };
        /** @description Unknown and generated fields are ignored, files too. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CategoryInput"];
            };
        };
        responses: {
            /** @description The record after the update. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Category"];
                };
            };
            /** @description Codes: `could-not-update-category`, `duplicate_term_slug`, `rest_invalid_param`, `rest_invalid_json`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "could-not-update-category" | "duplicate_term_slug" | "rest_invalid_param" | "rest_invalid_json";
                    };
                };
            };
            /** @description Codes: `rest_not_logged_in`, `rest_forbidden`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_not_logged_in" | "rest_forbidden";
                    };
                };
            };
            403: components["responses"]["rest_forbidden"];
            404: components["responses"]["rest_no_route"];
            412: components["responses"]["rest_precondition_failed"];
            413: components["responses"]["rest_body_too_large"];
            415: components["responses"]["rest_unsupported_media_type"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["record_store_unavailable"];
        };
    };
    removeCategory: {
        parameters: {
            query?: {
                /** @description Erase events, venues and organizers for good, also from the trash; for editors and administrators. Categories and tags are always removed for good. */
                force?: boolean;
            };
            header?: never;
            path: {
                /** @description ID of the category. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record in the trash, or as it was before it was erased. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Category"];
                };
            };
            /** @description Codes: `rest_invalid_param`, `rest_invalid_json`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_invalid_param" | "rest_invalid_json";
                    };
                };
            };
            /** @description Codes: `rest_not_logged_in`, `rest_forbidden`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_not_logged_in" | "rest_forbidden";
                    };
                };
            };
            403: components["responses"]["rest_forbidden"];
            /** @description Codes: `rest_term_invalid`, `rest_no_route`. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_term_invalid" | "rest_no_route";
                    };
                };
            };
            412: components["responses"]["rest_precondition_failed"];
            413: components["responses"]["rest_body_too_large"];
            415: components["responses"]["rest_unsupported_media_type"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            /** @description Codes: `could-not-delete-category`, `internal_error`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "could-not-delete-category" | "internal_error";
                    };
                };
            };
            503: components["responses"]["record_store_unavailable"];
        };
    };
    updateCategoryByPatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the category. */
                id: number;
            };
            cookie?: never;
        };
        /** @description Unknown and generated fields are ignored, files too. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CategoryInput"];
            };
        };
        responses: {
            /** @description The record after the update. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Category"];
                };
            };
            /** @description Codes: `could-not-update-category`, `duplicate_term_slug`, `rest_invalid_param`, `rest_invalid_json`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "could-not-update-category" | "duplicate_term_slug" | "rest_invalid_param" | "rest_invalid_json";
                    };
                };
            };
            /** @description Codes: `rest_not_logged_in`, `rest_forbidden`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_not_logged_in" | "rest_forbidden";
                    };
                };
            };
            403: components["responses"]["rest_forbidden"];
            404: components["responses"]["rest_no_route"];
            412: components["responses"]["rest_precondition_failed"];
            413: components["responses"]["rest_body_too_large"];
            415: components["responses"]["rest_unsupported_media_type"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["record_store_unavailable"];
        };
    };
    mergeCategory: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the category. */
                id: number;
            };
            cookie?: never;
        };
        /** @description Unknown and generated fields are ignored, files too. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description IDs of records of the same kind that are merged into this one, in the order in which they fill its missing fields. */
                    drop: number[];
                };
            };
        };
        responses: {
            /** @description The record that is kept. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Category"];
                };
            };
            /** @description Codes: `could-not-update-category`, `rest_invalid_param`, `rest_invalid_json`, `rest_missing_callback_param`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "could-not-update-category" | "rest_invalid_param" | "rest_invalid_json" | "rest_missing_callback_param";
                    };
                };
            };
            /** @description Codes: `rest_not_logged_in`, `rest_forbidden`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_not_logged_in" | "rest_forbidden";
                    };
                };
            };
            403: components["responses"]["rest_forbidden"];
            404: components["responses"]["rest_no_route"];
            412: components["responses"]["rest_precondition_failed"];
            413: components["responses"]["rest_body_too_large"];
            415: components["responses"]["rest_unsupported_media_type"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["record_store_unavailable"];
        };
    };
    previewCategory: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the category. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The address. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Preview"];
                };
            };
            /** @description Codes: `rest_invalid_param`, `rest_invalid_json`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_invalid_param" | "rest_invalid_json";
                    };
                };
            };
            /** @description Codes: `rest_not_logged_in`, `rest_forbidden`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_not_logged_in" | "rest_forbidden";
                    };
                };
            };
            403: components["responses"]["rest_forbidden"];
            404: components["responses"]["rest_no_route"];
            412: components["responses"]["rest_precondition_failed"];
            413: components["responses"]["rest_body_too_large"];
            415: components["responses"]["rest_unsupported_media_type"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["record_store_unavailable"];
        };
    };
    readCategoryByExternalKey: {
        parameters: {
            query?: {
                /** @description Only these keys of the record; dots reach inside, as in venue.city. */
                fields?: string[];
                /** @description The language of texts, one of the site's, or `all`: objects of texts by language. Absent: the site's default. A text missing in it is in the default, or in the first available language. */
                lang?: string;
            };
            header?: never;
            path: {
                /** @description The system that gave the key of the category. */
                source: string;
                /** @description Key, URL-encoded, of the category. */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record; with `fields`, only the keys asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Category"];
                };
            };
            301: components["responses"]["rest_record_merged"];
            /** @description Codes: `rest_invalid_param`, `rest_invalid_json`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_invalid_param" | "rest_invalid_json";
                    };
                };
            };
            401: components["responses"]["rest_not_logged_in"];
            413: components["responses"]["rest_body_too_large"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            500: components["responses"]["internal_error"];
            /** @description Codes: `record_store_unavailable`, `service_overloaded`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "record_store_unavailable" | "service_overloaded";
                    };
                };
            };
        };
    };
    putCategoryByExternalKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The system that gave the key of the category. */
                source: string;
                /** @description Key, URL-encoded, of the category. */
                key: string;
            };
            cookie?: never;
        };
        /** @description Unknown and generated fields are ignored, files too. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CategoryInput"];
            };
        };
        responses: {
            /** @description The record after the update. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Category"];
                };
            };
            /** @description The record created, or the one it would repeat. */
            201: {
                headers: {
                    /** @description The path of the new record by ID. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Category"];
                };
            };
            /** @description Codes: `rest_missing_callback_param`, `could-not-update-category`, `duplicate_term_slug`, `could-not-create-category`, `term_exists`, `rest_invalid_param`, `rest_invalid_json`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_missing_callback_param" | "could-not-update-category" | "duplicate_term_slug" | "could-not-create-category" | "term_exists" | "rest_invalid_param" | "rest_invalid_json";
                    };
                };
            };
            /** @description Codes: `rest_not_logged_in`, `rest_forbidden`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_not_logged_in" | "rest_forbidden";
                    };
                };
            };
            403: components["responses"]["rest_forbidden"];
            412: components["responses"]["rest_precondition_failed"];
            413: components["responses"]["rest_body_too_large"];
            415: components["responses"]["rest_unsupported_media_type"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["record_store_unavailable"];
        };
    };
    removeCategoryByExternalKey: {
        parameters: {
            query?: {
                /** @description Erase events, venues and organizers for good, also from the trash; for editors and administrators. Categories and tags are always removed for good. */
                force?: boolean;
            };
            header?: never;
            path: {
                /** @description The system that gave the key of the category. */
                source: string;
                /** @description Key, URL-encoded, of the category. */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record in the trash, or as it was before it was erased. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Category"];
                };
            };
            /** @description Codes: `rest_invalid_param`, `rest_invalid_json`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_invalid_param" | "rest_invalid_json";
                    };
                };
            };
            /** @description Codes: `rest_not_logged_in`, `rest_forbidden`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_not_logged_in" | "rest_forbidden";
                    };
                };
            };
            403: components["responses"]["rest_forbidden"];
            404: components["responses"]["rest_term_invalid"];
            412: components["responses"]["rest_precondition_failed"];
            413: components["responses"]["rest_body_too_large"];
            415: components["responses"]["rest_unsupported_media_type"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            /** @description Codes: `could-not-delete-category`, `internal_error`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "could-not-delete-category" | "internal_error";
                    };
                };
            };
            503: components["responses"]["record_store_unavailable"];
        };
    };
    listTags: {
        parameters: {
            query?: {
                /** @description Page of the archive to return; page × per_page reaches 10,000, deeper goes by cursor. */
                page?: number;
                /** @description Records per page, 10 unless the service is set otherwise; larger values than the maximum (50) count as the maximum. */
                per_page?: number;
                /** @description The next_cursor of the answer before, with the same filters and order; instead of page. */
                cursor?: string;
                /** @description Only these keys of each record; dots reach inside, as in venue.city. */
                fields?: string[];
                /** @description Text to find. */
                search?: string;
                /** @description The language of texts, one of the site's, or `all`: objects of texts by language. Absent: the site's default. A text missing in it is in the default, or in the first available language. */
                lang?: string;
                /** @description Leave these IDs out. */
                exclude?: number[];
                /** @description Only these IDs. */
                include?: number[];
                /** @description Ascending or descending. */
                order?: "asc" | "desc";
                /** @description Term attribute to sort by. */
                orderby?: "name" | "id" | "slug" | "count" | "description" | "term_group" | "include";
                /** @description Leave out terms that no published event has. */
                hide_empty?: boolean;
                /** @description Only terms of this event. */
                post?: number;
                /** @description Alias of post; wins when both are given. */
                event?: number;
                /** @description Only the term with this slug. */
                slug?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of records. */
            200: {
                headers: {
                    "X-TEC-Total": components["headers"]["X-TEC-Total"];
                    "X-TEC-TotalPages": components["headers"]["X-TEC-TotalPages"];
                    "X-Unknown-Parameters": components["headers"]["X-Unknown-Parameters"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TagList"];
                };
            };
            /** @description Codes: `rest_invalid_param`, `rest_invalid_json`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_invalid_param" | "rest_invalid_json";
                    };
                };
            };
            401: components["responses"]["rest_not_logged_in"];
            413: components["responses"]["rest_body_too_large"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            500: components["responses"]["internal_error"];
            /** @description Codes: `search_index_unavailable`, `record_store_unavailable`, `service_overloaded`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "search_index_unavailable" | "record_store_unavailable" | "service_overloaded";
                    };
                };
            };
        };
    };
    createTag: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Unknown and generated fields are ignored, files too. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewTag"];
            };
        };
        responses: {
            /** @description The record created, or the one it would repeat. */
            201: {
                headers: {
                    /** @description The path of the new record by ID. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tag"];
                };
            };
            /** @description Codes: `could-not-create-tag`, `term_exists`, `rest_invalid_param`, `rest_invalid_json`, `rest_missing_callback_param`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "could-not-create-tag" | "term_exists" | "rest_invalid_param" | "rest_invalid_json" | "rest_missing_callback_param";
                    };
                };
            };
            /** @description Codes: `rest_not_logged_in`, `rest_forbidden`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_not_logged_in" | "rest_forbidden";
                    };
                };
            };
            403: components["responses"]["rest_forbidden"];
            413: components["responses"]["rest_body_too_large"];
            415: components["responses"]["rest_unsupported_media_type"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["record_store_unavailable"];
        };
    };
    bulkTags: {
        parameters: {
            query?: {
                /** @description Name of a mapping that comes with the service. */
                mapping?: string;
                /** @description `column=field,column=field`: columns that have other names than the fields. */
                columns?: string;
                /** @description The source of the IDs in the column `id`. Without it, they identify nothing. */
                source?: string;
                /** @description The first part of `12/05/2026`, the day or the month. Without it, the first rows show it. */
                dates?: "dmy" | "mdy";
                /** @description The effect of a row that repeats a record. */
                on_match?: "update" | "skip" | "reject";
                /** @description Reject a row whose image cannot be fetched. Without it, the image is left out. */
                strict_images?: boolean;
                /** @description Check every row, write nothing. */
                dry_run?: boolean;
                /** @description The language of texts in columns without a language, from the languages of the site, if a row has no `lang`. Absent: the site's default. */
                lang?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Any number of rows, in a format detected by content: CSV with a header, or an object a line. */
        requestBody: {
            content: {
                "application/x-ndjson": components["schemas"]["NewTag"];
                "text/csv": string;
            };
        };
        responses: {
            /** @description A line for each row, then the counts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": components["schemas"]["BulkLine"];
                };
            };
            /** @description Codes: `rest_invalid_param`, `rest_invalid_json`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_invalid_param" | "rest_invalid_json";
                    };
                };
            };
            /** @description Codes: `rest_not_logged_in`, `rest_forbidden`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_not_logged_in" | "rest_forbidden";
                    };
                };
            };
            403: components["responses"]["rest_forbidden"];
            413: components["responses"]["rest_body_too_large"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["record_store_unavailable"];
        };
    };
    changesTags: {
        parameters: {
            query?: {
                /** @description Changes after this number; 0: from the beginning. */
                afterChangeNumber?: number;
                /** @description Maximum number of changes. */
                limit?: number;
                /** @description The number space, as `next` names it; absent: the present one. */
                space?: string;
                /** @description True: items have `row` instead of `data`, for another installation of Marquee that follows this one. */
                rows?: boolean;
                /** @description The language of texts, one of the site's, or `all`. Absent: `all` where the site has several. */
                lang?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of changes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TagChanges"];
                };
            };
            /** @description Codes: `rest_invalid_param`, `rest_invalid_json`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_invalid_param" | "rest_invalid_json";
                    };
                };
            };
            401: components["responses"]["rest_not_logged_in"];
            410: components["responses"]["changes-restarted"];
            413: components["responses"]["rest_body_too_large"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            500: components["responses"]["internal_error"];
            /** @description Codes: `record_store_unavailable`, `service_overloaded`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "record_store_unavailable" | "service_overloaded";
                    };
                };
            };
        };
    };
    readTag: {
        parameters: {
            query?: {
                /** @description Only these keys of the record; dots reach inside, as in venue.city. */
                fields?: string[];
                /** @description The language of texts, one of the site's, or `all`: objects of texts by language. Absent: the site's default. A text missing in it is in the default, or in the first available language. */
                lang?: string;
            };
            header?: never;
            path: {
                /** @description ID of the tag. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record; with `fields`, only the keys asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tag"];
                };
            };
            301: components["responses"]["rest_record_merged"];
            /** @description Codes: `rest_invalid_param`, `rest_invalid_json`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_invalid_param" | "rest_invalid_json";
                    };
                };
            };
            401: components["responses"]["rest_not_logged_in"];
            404: components["responses"]["rest_no_route"];
            413: components["responses"]["rest_body_too_large"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            500: components["responses"]["internal_error"];
            /** @description Codes: `record_store_unavailable`, `service_overloaded`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "record_store_unavailable" | "service_overloaded";
                    };
                };
            };
        };
    };
    updateTagByPut: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the tag. */
                id: number;
            };
            cookie?: never;
        };
        /** @description Unknown and generated fields are ignored, files too. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["TagInput"];
            };
        };
        responses: {
            /** @description The record after the update. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tag"];
                };
            };
            /** @description Codes: `could-not-update-tag`, `duplicate_term_slug`, `rest_invalid_param`, `rest_invalid_json`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "could-not-update-tag" | "duplicate_term_slug" | "rest_invalid_param" | "rest_invalid_json";
                    };
                };
            };
            /** @description Codes: `rest_not_logged_in`, `rest_forbidden`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_not_logged_in" | "rest_forbidden";
                    };
                };
            };
            403: components["responses"]["rest_forbidden"];
            404: components["responses"]["rest_no_route"];
            412: components["responses"]["rest_precondition_failed"];
            413: components["responses"]["rest_body_too_large"];
            415: components["responses"]["rest_unsupported_media_type"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["record_store_unavailable"];
        };
    };
    updateTagByPost: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the tag. */
                id: number;
            };
            cookie?: never;
        };
        /** @description Unknown and generated fields are ignored, files too. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["TagInput"];
            };
        };
        responses: {
            /** @description The record after the update. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tag"];
                };
            };
            /** @description Codes: `could-not-update-tag`, `duplicate_term_slug`, `rest_invalid_param`, `rest_invalid_json`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "could-not-update-tag" | "duplicate_term_slug" | "rest_invalid_param" | "rest_invalid_json";
                    };
                };
            };
            /** @description Codes: `rest_not_logged_in`, `rest_forbidden`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_not_logged_in" | "rest_forbidden";
                    };
                };
            };
            403: components["responses"]["rest_forbidden"];
            404: components["responses"]["rest_no_route"];
            412: components["responses"]["rest_precondition_failed"];
            413: components["responses"]["rest_body_too_large"];
            415: components["responses"]["rest_unsupported_media_type"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["record_store_unavailable"];
        };
    };
    removeTag: {
        parameters: {
            query?: {
                /** @description Erase events, venues and organizers for good, also from the trash; for editors and administrators. Categories and tags are always removed for good. */
                force?: boolean;
            };
            header?: never;
            path: {
                /** @description ID of the tag. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record in the trash, or as it was before it was erased. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tag"];
                };
            };
            /** @description Codes: `rest_invalid_param`, `rest_invalid_json`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_invalid_param" | "rest_invalid_json";
                    };
                };
            };
            /** @description Codes: `rest_not_logged_in`, `rest_forbidden`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_not_logged_in" | "rest_forbidden";
                    };
                };
            };
            403: components["responses"]["rest_forbidden"];
            /** @description Codes: `rest_term_invalid`, `rest_no_route`. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_term_invalid" | "rest_no_route";
                    };
                };
            };
            412: components["responses"]["rest_precondition_failed"];
            413: components["responses"]["rest_body_too_large"];
            415: components["responses"]["rest_unsupported_media_type"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            /** @description Codes: `could-not-delete-tag`, `internal_error`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "could-not-delete-tag" | "internal_error";
                    };
                };
            };
            503: components["responses"]["record_store_unavailable"];
        };
    };
    updateTagByPatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the tag. */
                id: number;
            };
            cookie?: never;
        };
        /** @description Unknown and generated fields are ignored, files too. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["TagInput"];
            };
        };
        responses: {
            /** @description The record after the update. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tag"];
                };
            };
            /** @description Codes: `could-not-update-tag`, `duplicate_term_slug`, `rest_invalid_param`, `rest_invalid_json`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "could-not-update-tag" | "duplicate_term_slug" | "rest_invalid_param" | "rest_invalid_json";
                    };
                };
            };
            /** @description Codes: `rest_not_logged_in`, `rest_forbidden`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_not_logged_in" | "rest_forbidden";
                    };
                };
            };
            403: components["responses"]["rest_forbidden"];
            404: components["responses"]["rest_no_route"];
            412: components["responses"]["rest_precondition_failed"];
            413: components["responses"]["rest_body_too_large"];
            415: components["responses"]["rest_unsupported_media_type"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["record_store_unavailable"];
        };
    };
    mergeTag: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the tag. */
                id: number;
            };
            cookie?: never;
        };
        /** @description Unknown and generated fields are ignored, files too. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description IDs of records of the same kind that are merged into this one, in the order in which they fill its missing fields. */
                    drop: number[];
                };
            };
        };
        responses: {
            /** @description The record that is kept. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tag"];
                };
            };
            /** @description Codes: `could-not-update-tag`, `rest_invalid_param`, `rest_invalid_json`, `rest_missing_callback_param`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "could-not-update-tag" | "rest_invalid_param" | "rest_invalid_json" | "rest_missing_callback_param";
                    };
                };
            };
            /** @description Codes: `rest_not_logged_in`, `rest_forbidden`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_not_logged_in" | "rest_forbidden";
                    };
                };
            };
            403: components["responses"]["rest_forbidden"];
            404: components["responses"]["rest_no_route"];
            412: components["responses"]["rest_precondition_failed"];
            413: components["responses"]["rest_body_too_large"];
            415: components["responses"]["rest_unsupported_media_type"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["record_store_unavailable"];
        };
    };
    previewTag: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the tag. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The address. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Preview"];
                };
            };
            /** @description Codes: `rest_invalid_param`, `rest_invalid_json`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_invalid_param" | "rest_invalid_json";
                    };
                };
            };
            /** @description Codes: `rest_not_logged_in`, `rest_forbidden`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_not_logged_in" | "rest_forbidden";
                    };
                };
            };
            403: components["responses"]["rest_forbidden"];
            404: components["responses"]["rest_no_route"];
            412: components["responses"]["rest_precondition_failed"];
            413: components["responses"]["rest_body_too_large"];
            415: components["responses"]["rest_unsupported_media_type"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["record_store_unavailable"];
        };
    };
    readTagByExternalKey: {
        parameters: {
            query?: {
                /** @description Only these keys of the record; dots reach inside, as in venue.city. */
                fields?: string[];
                /** @description The language of texts, one of the site's, or `all`: objects of texts by language. Absent: the site's default. A text missing in it is in the default, or in the first available language. */
                lang?: string;
            };
            header?: never;
            path: {
                /** @description The system that gave the key of the tag. */
                source: string;
                /** @description Key, URL-encoded, of the tag. */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record; with `fields`, only the keys asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tag"];
                };
            };
            301: components["responses"]["rest_record_merged"];
            /** @description Codes: `rest_invalid_param`, `rest_invalid_json`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_invalid_param" | "rest_invalid_json";
                    };
                };
            };
            401: components["responses"]["rest_not_logged_in"];
            413: components["responses"]["rest_body_too_large"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            500: components["responses"]["internal_error"];
            /** @description Codes: `record_store_unavailable`, `service_overloaded`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "record_store_unavailable" | "service_overloaded";
                    };
                };
            };
        };
    };
    putTagByExternalKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The system that gave the key of the tag. */
                source: string;
                /** @description Key, URL-encoded, of the tag. */
                key: string;
            };
            cookie?: never;
        };
        /** @description Unknown and generated fields are ignored, files too. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["TagInput"];
            };
        };
        responses: {
            /** @description The record after the update. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tag"];
                };
            };
            /** @description The record created, or the one it would repeat. */
            201: {
                headers: {
                    /** @description The path of the new record by ID. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tag"];
                };
            };
            /** @description Codes: `rest_missing_callback_param`, `could-not-update-tag`, `duplicate_term_slug`, `could-not-create-tag`, `term_exists`, `rest_invalid_param`, `rest_invalid_json`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_missing_callback_param" | "could-not-update-tag" | "duplicate_term_slug" | "could-not-create-tag" | "term_exists" | "rest_invalid_param" | "rest_invalid_json";
                    };
                };
            };
            /** @description Codes: `rest_not_logged_in`, `rest_forbidden`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_not_logged_in" | "rest_forbidden";
                    };
                };
            };
            403: components["responses"]["rest_forbidden"];
            412: components["responses"]["rest_precondition_failed"];
            413: components["responses"]["rest_body_too_large"];
            415: components["responses"]["rest_unsupported_media_type"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["record_store_unavailable"];
        };
    };
    removeTagByExternalKey: {
        parameters: {
            query?: {
                /** @description Erase events, venues and organizers for good, also from the trash; for editors and administrators. Categories and tags are always removed for good. */
                force?: boolean;
            };
            header?: never;
            path: {
                /** @description The system that gave the key of the tag. */
                source: string;
                /** @description Key, URL-encoded, of the tag. */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record in the trash, or as it was before it was erased. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tag"];
                };
            };
            /** @description Codes: `rest_invalid_param`, `rest_invalid_json`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_invalid_param" | "rest_invalid_json";
                    };
                };
            };
            /** @description Codes: `rest_not_logged_in`, `rest_forbidden`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_not_logged_in" | "rest_forbidden";
                    };
                };
            };
            403: components["responses"]["rest_forbidden"];
            404: components["responses"]["rest_term_invalid"];
            412: components["responses"]["rest_precondition_failed"];
            413: components["responses"]["rest_body_too_large"];
            415: components["responses"]["rest_unsupported_media_type"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            /** @description Codes: `could-not-delete-tag`, `internal_error`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "could-not-delete-tag" | "internal_error";
                    };
                };
            };
            503: components["responses"]["record_store_unavailable"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All webhooks. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhooks"];
                };
            };
            /** @description Codes: `rest_invalid_param`, `rest_invalid_json`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_invalid_param" | "rest_invalid_json";
                    };
                };
            };
            /** @description Codes: `rest_not_logged_in`, `rest_forbidden`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_not_logged_in" | "rest_forbidden";
                    };
                };
            };
            403: components["responses"]["rest_forbidden"];
            413: components["responses"]["rest_body_too_large"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            500: components["responses"]["internal_error"];
            /** @description Codes: `record_store_unavailable`, `service_overloaded`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "record_store_unavailable" | "service_overloaded";
                    };
                };
            };
        };
    };
    addWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Unknown and generated fields are ignored, files too. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description Where messages are sent: an https URL at a public address. */
                    url: string;
                    /** @description Kinds whose changes are sent; empty: all. */
                    kinds?: ("event" | "venue" | "organizer" | "category" | "tag")[];
                    /** @description Its purpose. */
                    description?: string;
                    /** @description Whether messages are sent. Enabling goes on where it was. */
                    enabled?: boolean;
                };
            };
        };
        responses: {
            /** @description The webhook, and its secret. */
            201: {
                headers: {
                    /** @description The path of the new record by ID. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            /** @description Codes: `rest_invalid_param`, `rest_invalid_json`, `rest_missing_callback_param`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_invalid_param" | "rest_invalid_json" | "rest_missing_callback_param";
                    };
                };
            };
            /** @description Codes: `rest_not_logged_in`, `rest_forbidden`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_not_logged_in" | "rest_forbidden";
                    };
                };
            };
            403: components["responses"]["rest_forbidden"];
            413: components["responses"]["rest_body_too_large"];
            415: components["responses"]["rest_unsupported_media_type"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["record_store_unavailable"];
        };
    };
    readWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the webhook. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            /** @description Codes: `rest_invalid_param`, `rest_invalid_json`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_invalid_param" | "rest_invalid_json";
                    };
                };
            };
            /** @description Codes: `rest_not_logged_in`, `rest_forbidden`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_not_logged_in" | "rest_forbidden";
                    };
                };
            };
            403: components["responses"]["rest_forbidden"];
            /** @description Codes: `webhook-not-found`, `rest_no_route`. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "webhook-not-found" | "rest_no_route";
                    };
                };
            };
            413: components["responses"]["rest_body_too_large"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            500: components["responses"]["internal_error"];
            /** @description Codes: `record_store_unavailable`, `service_overloaded`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "record_store_unavailable" | "service_overloaded";
                    };
                };
            };
        };
    };
    removeWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the webhook. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook as it was. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            /** @description Codes: `rest_invalid_param`, `rest_invalid_json`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_invalid_param" | "rest_invalid_json";
                    };
                };
            };
            /** @description Codes: `rest_not_logged_in`, `rest_forbidden`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_not_logged_in" | "rest_forbidden";
                    };
                };
            };
            403: components["responses"]["rest_forbidden"];
            /** @description Codes: `webhook-not-found`, `rest_no_route`. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "webhook-not-found" | "rest_no_route";
                    };
                };
            };
            413: components["responses"]["rest_body_too_large"];
            415: components["responses"]["rest_unsupported_media_type"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["record_store_unavailable"];
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the webhook. */
                id: number;
            };
            cookie?: never;
        };
        /** @description Unknown and generated fields are ignored, files too. */
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Where messages are sent: an https URL at a public address. */
                    url?: string;
                    /** @description Kinds whose changes are sent; empty: all. */
                    kinds?: ("event" | "venue" | "organizer" | "category" | "tag")[];
                    /** @description Its purpose. */
                    description?: string;
                    /** @description Whether messages are sent. Enabling goes on where it was. */
                    enabled?: boolean;
                };
            };
        };
        responses: {
            /** @description The webhook after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            /** @description Codes: `rest_invalid_param`, `rest_invalid_json`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_invalid_param" | "rest_invalid_json";
                    };
                };
            };
            /** @description Codes: `rest_not_logged_in`, `rest_forbidden`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_not_logged_in" | "rest_forbidden";
                    };
                };
            };
            403: components["responses"]["rest_forbidden"];
            /** @description Codes: `webhook-not-found`, `rest_no_route`. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "webhook-not-found" | "rest_no_route";
                    };
                };
            };
            413: components["responses"]["rest_body_too_large"];
            415: components["responses"]["rest_unsupported_media_type"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["record_store_unavailable"];
        };
    };
    rotateWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the webhook. */
                id: number;
            };
            cookie?: never;
        };
        /** @description Unknown and generated fields are ignored, files too. */
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description The time for which the former secret is valid with the new secret.
                     * @default 24
                     */
                    overlap_hours?: number;
                };
            };
        };
        responses: {
            /** @description The webhook, and its new secret. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            /** @description Codes: `rest_invalid_param`, `rest_invalid_json`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_invalid_param" | "rest_invalid_json";
                    };
                };
            };
            /** @description Codes: `rest_not_logged_in`, `rest_forbidden`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_not_logged_in" | "rest_forbidden";
                    };
                };
            };
            403: components["responses"]["rest_forbidden"];
            /** @description Codes: `webhook-not-found`, `rest_no_route`. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "webhook-not-found" | "rest_no_route";
                    };
                };
            };
            413: components["responses"]["rest_body_too_large"];
            415: components["responses"]["rest_unsupported_media_type"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["record_store_unavailable"];
        };
    };
    replayWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the webhook. */
                id: number;
            };
            cookie?: never;
        };
        /** @description Unknown and generated fields are ignored, files too. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description All changes after this number of the change feed are sent once more; 0: all that there are. */
                    after: number;
                };
            };
        };
        responses: {
            /** @description The webhook. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            /** @description Codes: `rest_invalid_param`, `rest_invalid_json`, `rest_missing_callback_param`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_invalid_param" | "rest_invalid_json" | "rest_missing_callback_param";
                    };
                };
            };
            /** @description Codes: `rest_not_logged_in`, `rest_forbidden`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_not_logged_in" | "rest_forbidden";
                    };
                };
            };
            403: components["responses"]["rest_forbidden"];
            /** @description Codes: `webhook-not-found`, `rest_no_route`. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "webhook-not-found" | "rest_no_route";
                    };
                };
            };
            413: components["responses"]["rest_body_too_large"];
            415: components["responses"]["rest_unsupported_media_type"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["record_store_unavailable"];
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the webhook. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its result. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            /** @description Codes: `rest_invalid_param`, `rest_invalid_json`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_invalid_param" | "rest_invalid_json";
                    };
                };
            };
            /** @description Codes: `rest_not_logged_in`, `rest_forbidden`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_not_logged_in" | "rest_forbidden";
                    };
                };
            };
            403: components["responses"]["rest_forbidden"];
            /** @description Codes: `webhook-not-found`, `rest_no_route`. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "webhook-not-found" | "rest_no_route";
                    };
                };
            };
            413: components["responses"]["rest_body_too_large"];
            415: components["responses"]["rest_unsupported_media_type"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["record_store_unavailable"];
        };
    };
    listDeliveries: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the webhook. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The last 100 tries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deliveries"];
                };
            };
            /** @description Codes: `rest_invalid_param`, `rest_invalid_json`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_invalid_param" | "rest_invalid_json";
                    };
                };
            };
            /** @description Codes: `rest_not_logged_in`, `rest_forbidden`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "rest_not_logged_in" | "rest_forbidden";
                    };
                };
            };
            403: components["responses"]["rest_forbidden"];
            /** @description Codes: `webhook-not-found`, `rest_no_route`. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "webhook-not-found" | "rest_no_route";
                    };
                };
            };
            413: components["responses"]["rest_body_too_large"];
            417: components["responses"]["rest_expectation_failed"];
            429: components["responses"]["rest_too_many_requests"];
            431: components["responses"]["rest_headers_too_large"];
            500: components["responses"]["internal_error"];
            /** @description Codes: `record_store_unavailable`, `service_overloaded`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "record_store_unavailable" | "service_overloaded";
                    };
                };
            };
        };
    };
}
