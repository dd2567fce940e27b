package tender.architecture.planted.modules.cli;

import tender.architecture.planted.modules.core.Core;

public record Command(Core core) {}
