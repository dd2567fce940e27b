package tender.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import tender.core.metascheduler.state.Breach;
import tender.core.model.BagId;
import tender.server.api.InMemoryBagApi;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class BagRoutesTest extends RestFixture {

  @Test
  void submittedBagIsReturned() {
    RestTestClient.Reply reply =
        ann.post(
            "/v1/bags",
            "k",
            """
            {"work": %s, "deadline": "2026-11-20T09:00:00Z", "budget": "300"}
            """
                .formatted(WORK));

    assertThat(reply.status()).isEqualTo(201);
    assertThat(reply.header("Location")).isEqualTo("/v1/bags/b1");
    assertThat(reply.header("Content-Type")).isEqualTo("application/json");
    assertThat(reply.json())
        .isEqualTo(
            json(
                """
                {"id": "b1", "name": "pi", "state": "running", "tasks": 4, "done": 0, "failed": [],
                 "missingOutput": null, "deadline": "2026-11-20T09:00:00Z", "budget": "300", "valuation": null, "project": null,
                 "promise": {"by": "2026-11-20T01:00:00Z", "price": "12.5", "parts": [
                   {"provider": "hpc-1", "tasks": 2, "by": "2026-11-20T01:00:00Z", "price": "6.25", "done": 0, "firm": false},
                   {"provider": "hpc-2", "tasks": 2, "by": "2026-11-20T01:00:00Z", "price": "6.25", "done": 0, "firm": false}]},
                 "quote": null, "forecast": "2026-11-20T01:00:00Z", "breach": null, "paid": "0",
                 "submitted": "2026-11-20T00:00:00Z", "ended": null, "version": 1, "worstExitCode": null,
                 "failedAttempts": null}
                """));
  }

  @Test
  void accountIsReturnedInPages() {
    assertThat(ann.get("/v1/account?limit=5").json())
        .isEqualTo(
            json(
                """
                {"balance": "-2.5", "creditLimit": "10", "next": null,
                 "holds": [{"bag": "b1", "name": "bag", "amount": "2.5"}],
                 "entries": [{"at": "2026-11-20T00:00:00Z", "kind": "hold", "amount": "-2.5",
                   "balance": "-2.5", "bag": "b1", "name": "bag", "provider": "hpc-1",
                   "surcharge": null}]}
                """));
    assertThat(ann.get("/v1/account?limit=101").status()).isEqualTo(422);
    assertThat(ann.get("/v1/account?cursor=x").status()).isEqualTo(422);
  }

  @Test
  void auctionBagIsSubmittedAndClearingsAreReturned() {
    RestTestClient.Reply reply =
        ann.post(
            "/v1/bags",
            "k",
            """
            {"work": %s, "mechanism": "auction", "valuation": "120.5"}
            """
                .formatted(WORK));
    assertThat(reply.status()).isEqualTo(201);
    assertThat(reply.json().get("valuation").asString()).isEqualTo("120.5");
    assertThat(ann.get("/v1/auction?limit=3").json())
        .isEqualTo(
            json(
                """
                {"clearings": [{"at": "2026-11-20T00:00:00Z", "policy": "dam",
                  "asks": [
                    {"provider": "hpc-1", "processors": 16, "pricePerProcessorHour": "0.5", "ask": 0.0},
                    {"provider": "hpc-2", "processors": 8, "pricePerProcessorHour": "0", "ask": null}],
                  "matches": [{"bag": "b1", "name": "mine", "tasks": 2, "processors": 4, "bid": 1.5,
                    "provider": "hpc-1", "ask": 0.0, "start": "2026-11-20T00:00:20Z"}],
                  "waiting": [{"bag": "b2", "name": null, "processors": 16, "valuation": "120",
                    "deadline": "2026-11-20T00:01:30Z", "bid": 0.75}],
                  "infeasible": []}]}
                """));
  }

  @Test
  void repeatedKeyReturnsTheSameBag() {
    assertThat(submitted("k")).isEqualTo(submitted("k")).isNotEqualTo(submitted("k2"));
    RestTestClient.Reply other =
        ann.post("/v1/bags", "k", "{\"work\": " + WORK + ", \"budget\": \"1\"}");
    assertThat(other.status()).isEqualTo(409);
    assertThat(other.json().get("detail").asString()).contains("\"k\"");
  }

  @Test
  void quoteIsReturnedAndAccepted() {
    BagId bag = quoted("k");
    JsonNode quoted = ann.get("/v1/bags/" + bag).json();
    assertThat(quoted.get("state").asString()).isEqualTo("quoted");
    assertThat(quoted.get("quote"))
        .isEqualTo(
            json(
                """
                {"by": "2026-11-20T01:00:00Z", "expected": "2026-11-20T00:45:00Z", "price": "12.5",
                 "surcharge": null, "expires": "2026-11-20T00:10:00Z", "alternative": null}
                """));

    String path = "/v1/bags/" + bag + "/accept";
    RestTestClient.Reply cheaper =
        ann.post(path, "{\"by\": \"2026-11-20T01:00:00Z\", \"price\": \"12.499\"}");
    assertThat(cheaper.status()).isEqualTo(409);
    RestTestClient.Reply accepted =
        ann.post(path, "{\"by\": \"2026-11-20T01:00:00Z\", \"price\": \"12.5\"}");
    assertThat(accepted.status()).isEqualTo(200);
    assertThat(accepted.json().get("state").asString()).isEqualTo("running");
    assertThat(accepted.json().at("/promise/price").asString()).isEqualTo("12.5");
  }

  @Test
  void quoteIsDeclined() {
    BagId bag = quoted("k");
    RestTestClient.Reply reply = ann.post("/v1/bags/" + bag + "/decline", "");
    assertThat(reply.json().get("state").asString()).isEqualTo("declined");
    assertThat(ann.post("/v1/bags/" + submitted("k2") + "/decline", "").status()).isEqualTo(409);
  }

  @Test
  void endedBagIsDeleted() {
    BagId bag = quoted("k");
    String path = "/v1/bags/" + bag;
    assertThat(ann.send(ann.request(path).DELETE()).status()).as("open").isEqualTo(409);
    ann.post(path + "/decline", "");
    RestTestClient.Reply deleted = ann.send(ann.request(path).DELETE());
    assertThat(deleted.status()).isEqualTo(200);
    assertThat(deleted.json().at("/providers/0").asString()).isEqualTo("hpc-1");
    assertThat(deleted.json().get("siteResults").isNull()).isTrue();
    assertThat(ann.send(ann.request(path).DELETE()).status()).as("again").isEqualTo(200);
    assertThat(ann.get(path).status()).isEqualTo(404);
    assertThat(ann.send(ann.request("/v1/bags/unknown").DELETE()).status()).isEqualTo(404);
  }

  @Test
  void timeForWhichABagIsKeptMustHaveUnits() {
    String bag = "{\"work\": " + WORK + ", \"keep\": \"%s\"}";
    assertThat(ann.post("/v1/bags", "k", bag.formatted("30d")).status()).isEqualTo(201);
    RestTestClient.Reply wrong = ann.post("/v1/bags", "k2", bag.formatted("long"));
    assertThat(wrong.status()).isEqualTo(422);
    assertThat(wrong.json().get("detail").asString()).contains("keep is \"long\"");
  }

  @Test
  void bagIsCancelledAndRetried() {
    BagId bag = submitted("k");
    assertThat(ann.post("/v1/bags/" + bag + "/retry", "r", "{}").status()).isEqualTo(409);
    api.deliver(bag, 0, 0, Map.of("stdout", "0"), NOW_MILLIS);
    api.deliver(bag, 1, 7, Map.of("stdout", "1"), NOW_MILLIS);
    assertThat(ann.post("/v1/bags/" + bag + "/cancel", "").json().get("state").asString())
        .isEqualTo("cancelled");
    RestTestClient.Reply retried =
        ann.post("/v1/bags/" + bag + "/retry", "r", "{\"quoteFirst\": true}");
    assertThat(retried.status()).isEqualTo(201);
    assertThat(retried.json().get("tasks").asInt()).isEqualTo(3);
    assertThat(retried.json().get("state").asString()).isEqualTo("quoted");
  }

  @Test
  void failedAttemptsAreReturned() {
    BagId bag = submitted("k");
    api.attemptsFailed(bag, FAILED);
    assertThat(ann.get("/v1/bags/" + bag).json().get("failedAttempts"))
        .isEqualTo(
            json(
                """
                {"count": 2, "tasks": 1, "latest": [{"taskIndex": 3, "attempt": 2, "exitCode": 127,
                 "provider": "hpc-1", "stderr": "sh: pi: not found\\n"}]}
                """));
  }

  @Test
  void failedTasksAndBreachAreReturned() {
    BagId bag = submitted("k");
    api.deliver(bag, 0, 0, Map.of("stdout", "0"), NOW_MILLIS);
    api.deliver(bag, 1, 7, Map.of("stdout", "1"), NOW_MILLIS);
    api.deliver(bag, 3, 7, Map.of("stdout", "3"), NOW_MILLIS);
    api.giveUp(
        bag,
        new Breach(
            Breach.Cause.PROVIDER_SILENT,
            InMemoryBagApi.FIRST,
            NOW_MILLIS + 3_600_000,
            NOW_MILLIS + 7_200_000));
    JsonNode json = ann.get("/v1/bags/" + bag).json();
    assertThat(json.get("state").asString()).isEqualTo("given-up");
    assertThat(json.get("failed"))
        .isEqualTo(
            json(
                """
                [{"exitCode": 7, "count": 2, "tasks": "1,3", "runtimeSeconds": null}]
                """));
    assertThat(json.get("worstExitCode").asInt()).isEqualTo(7);
    assertThat(json.get("breach"))
        .isEqualTo(
            json(
                """
                {"cause": "provider-silent", "provider": "hpc-1",
                 "promised": "2026-11-20T01:00:00Z", "ended": "2026-11-20T02:00:00Z"}
                """));
  }

  @Test
  void tasksWithMissingOutputAreReturned() {
    BagId bag = submitted("k");
    api.deliver(bag, 0, 0, Map.of("stdout", "0"), NOW_MILLIS);
    api.deliver(bag, 1, 0, Map.of("out-refused", "x: matches no file"), NOW_MILLIS);
    api.deliver(bag, 2, 0, Map.of("out-refused", "x: matches no file"), NOW_MILLIS);
    JsonNode json = ann.get("/v1/bags/" + bag).json();
    assertThat(json.get("missingOutput")).isEqualTo(json("{\"count\": 2, \"tasks\": \"1-2\"}"));
    assertThat(json.get("failed")).isEmpty();
  }

  @Test
  void bagsAreListedInPages() {
    submitted("1");
    submitted("2");
    submitted("3");
    JsonNode first = ann.get("/v1/bags?limit=2").json();
    assertThat(first.at("/bags/0/id").asString()).isEqualTo("b3");
    assertThat(first.get("bags")).hasSize(2);
    JsonNode second = ann.get("/v1/bags?cursor=" + first.get("next").asString()).json();
    assertThat(second.at("/bags/0/id").asString()).isEqualTo("b1");
    assertThat(second.get("next").isNull()).isTrue();
    assertThat(ben.get("/v1/bags").json().get("bags")).isEmpty();
  }

  @Test
  void offersAreListed() {
    assertThat(ann.get("/v1/bags/" + submitted("k") + "/offers").json())
        .isEqualTo(
            json(
                """
                {"calls": 1, "called": ["hpc-1", "hpc-2", "hpc-3"], "notCalled": 0,
                 "silent": ["hpc-3"], "offers": [
                  {"provider": "hpc-1", "tasks": 2, "by": "2026-11-20T01:00:00Z", "pricePerTask": "3.125",
                   "usedTasks": 2, "unusedReason": null, "surchargePerTask": "0"},
                  {"provider": "hpc-1", "tasks": 4, "by": "2026-11-20T02:00:00Z", "pricePerTask": "3.125",
                   "usedTasks": 0, "unusedReason": "other-offer-used", "surchargePerTask": null},
                  {"provider": "hpc-2", "tasks": 4, "by": "2026-11-20T01:00:00Z", "pricePerTask": "3.125",
                   "usedTasks": 2, "unusedReason": null, "surchargePerTask": "0"}],
                 "history": [], "processors": 1, "noPromiseReason": null, "noPromisePrice": null,
                 "missingResource": null, "unsuitable": []}
                """));
  }

  @Test
  void providersAreListed() {
    assertThat(ann.get("/v1/providers").json())
        .isEqualTo(
            json(
                """
                {"providers": [{"id": "hpc-1", "enrolled": true, "connected": true, "kept": 12,
                                "late": 1, "medianLateSeconds": 90.5, "organisations": []},
                               {"id": "hpc-2", "enrolled": false, "connected": false, "kept": 0,
                                "late": 0, "medianLateSeconds": 0.0, "organisations": []}]}
                """));
  }

  static JsonNode json(String text) {
    return new JsonMapper().readTree(text);
  }
}
