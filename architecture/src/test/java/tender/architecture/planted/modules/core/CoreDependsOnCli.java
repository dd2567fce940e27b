package tender.architecture.planted.modules.core;

import tender.architecture.planted.modules.cli.Command;

record CoreDependsOnCli(Command command) {}
