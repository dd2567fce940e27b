package tender.architecture.planted.cycle.hen;

import tender.architecture.planted.cycle.egg.Egg;

public record Hen(Egg from) {}
