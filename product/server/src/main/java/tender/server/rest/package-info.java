/**
 * REST for users as described by openapi.yaml: parses requests, calls the API and returns JSON.
 * Knows api, model and rest.json, and nothing of how the server does what is asked.
 */
@NullMarked
package tender.server.rest;

import org.jspecify.annotations.NullMarked;
