package tender.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tender.core.model.BagId;
import tools.jackson.databind.JsonNode;

class DetailRoutesTest extends RestFixture {

  @Test
  void taskStatesAreReturnedInCells() {
    BagId bag = submitted("k");
    JsonNode cells = ann.get("/v1/bags/" + bag + "/tasks?from=1&until=9&cells=2").json();
    assertThat(cells.get("tasks").asInt()).isEqualTo(4);
    assertThat(cells.get("from").asInt()).isEqualTo(1);
    assertThat(cells.get("until").asInt()).isEqualTo(4);
    assertThat(cells.get("cellTasks").asInt()).isEqualTo(2);
    assertThat(cells.get("runs").toString()).isEqualTo("[[1,0,0,0,2,0],[1,0,0,0,1,0]]");
    assertThat(cells.get("only").isNull()).isTrue();
  }

  @Test
  void taskAndPartsAreReturned() {
    BagId bag = submitted("k");
    JsonNode task = ann.get("/v1/bags/" + bag + "/tasks/3").json();
    assertThat(task.get("taskIndex").asInt()).isEqualTo(3);
    assertThat(task.get("state").asString()).isEqualTo("placed");
    assertThat(task.get("command").asString()).isEqualTo("echo 3");
    assertThat(task.get("exitCode").isNull()).isTrue();
    JsonNode parts = ann.get("/v1/bags/" + bag + "/parts").json().get("parts");
    assertThat(parts.isEmpty()).isFalse();
    assertThat(parts.get(0).get("provider").asString()).isEqualTo("hpc-1");
    assertThat(parts.get(0).get("by").asString()).isEqualTo("2026-11-20T01:00:00Z");
    assertThat(parts.get(0).get("ended").isNull()).isTrue();
  }

  @Test
  void workOrderIsReturned() {
    JsonNode work = ann.get("/v1/bags/" + submitted("k") + "/work").json();
    assertThat(work.get("command").asString()).isEqualTo("echo {task}");
    assertThat(work.get("taskList").toString()).isEqualTo("{\"kind\":\"count\",\"tasks\":4}");
    assertThat(work.get("retries").asInt()).isEqualTo(2);
  }

  @Test
  void requestedAndUsedAreReturned() {
    JsonNode stats = ann.get("/v1/bags/" + submitted("k") + "/stats").json();
    assertThat(stats.at("/requested/memoryMib").toString()).isEqualTo("[2048,4096]");
    assertThat(stats.at("/requested/runtimeSeconds").asDouble()).isEqualTo(60);
    assertThat(stats.at("/memory/maxBytes").asLong()).isEqualTo(900 << 20);
    assertThat(stats.at("/runtime").isNull()).isTrue();
    assertThat(stats.at("/outOfMemory").asInt()).isEqualTo(1);
    assertThat(stats.at("/warnings/memory").isNull()).isTrue();
  }

  @Test
  void quoteIsRecomposed() {
    BagId bag = quoted("k");
    String path = "/v1/bags/" + bag + "/composition";
    JsonNode exceeding = ann.get(path + "?deadline=2026-11-20T00:30:00Z&budget=12.4").json();
    assertThat(exceeding.get("by").asString()).isEqualTo("2026-11-20T01:00:00Z");
    assertThat(exceeding.get("meetsDeadline").asBoolean()).isFalse();
    assertThat(exceeding.get("withinBudget").asBoolean()).isFalse();
    JsonNode matching = ann.get(path + "?deadline=2026-11-20T02:00:00Z&budget=12.5").json();
    assertThat(matching.get("meetsDeadline").asBoolean()).isTrue();
    assertThat(matching.get("withinBudget").asBoolean()).isTrue();
    assertThat(ann.get(path + "?deadline=friday").status()).isEqualTo(422);
    assertThat(ann.get("/v1/bags/" + submitted("l") + "/composition").status()).isEqualTo(409);
  }

  @Test
  void sharesAreReturned() {
    JsonNode share = ann.get("/v1/shares").json().get("shares").get(0);
    assertThat(share.get("bag").asString()).isEqualTo("b1");
    assertThat(share.get("bidPerMinute").asString()).isEqualTo("2.5");
    assertThat(share.get("paid").asString()).isEqualTo("0.5");
    assertThat(share.get("ended").isNull()).isTrue();
    JsonNode entry = ann.get("/v1/account").json().get("entries").get(0);
    assertThat(entry.get("name").asString()).isEqualTo("bag");
  }

  @Test
  void providerRecordIsReturned() {
    JsonNode provider = ann.get("/v1/providers/north").json();
    assertThat(provider.get("won").asInt()).isEqualTo(5);
    assertThat(provider.get("lost").asInt()).isEqualTo(2);
    assertThat(provider.get("lateSeconds").toString()).isEqualTo("[2.5]");
    assertThat(ann.get("/v1/providers/" + "x".repeat(500)).status()).isEqualTo(404);
  }

  @Test
  void otherUsersHaveNoAccessAndNumbersAreLimited() {
    BagId bag = submitted("k");
    for (String more : new String[] {"/tasks", "/tasks/0", "/work", "/parts", "/composition"}) {
      assertThat(ben.get("/v1/bags/" + bag + more).status()).as(more).isEqualTo(404);
      assertThat(ann.anonymous().get("/v1/bags/" + bag + more).status()).as(more).isEqualTo(401);
    }
    for (String wrong : new String[] {"cells=0", "cells=20001", "from=-1", "until=0", "from=x"}) {
      assertThat(ann.get("/v1/bags/" + bag + "/tasks?" + wrong).status()).as(wrong).isEqualTo(422);
    }
    assertThat(ann.get("/v1/bags/" + bag + "/tasks/-1").status()).isEqualTo(422);
  }
}
