// Tests the extension without VS Code and without a network, with stubs for the two modules that it needs. The stub
// of vscode-languageclient starts the given program, and sends it `initialize` and `shutdown`.
//
//   PEXPLORE=path/of/pexplore node test.js
"use strict";

const assert = require("node:assert");
const { spawn } = require("node:child_process");
const Module = require("node:module");

const program = process.env.PEXPLORE || "pexplore";
const commands = {};
const asked = [];

class LanguageClient {
  constructor(id, name, server, options) {
    Object.assign(this, { id, server, options, number: 0, text: "", waiting: {} });
  }
  start() {
    this.process = spawn(this.server.command, this.server.args);
    this.process.stdout.on("data", (data) => this.receive(data));
    const failed = new Promise((_, refuse) => this.process.on("error", refuse));
    return Promise.race([this.ask("initialize", { processId: process.pid, capabilities: {} }), failed])
      .then((result) => { this.result = result; });
  }
  receive(data) {
    this.text += data;
    for (;;) {
      const head = /^Content-Length: (\d+)\r\n\r\n/.exec(this.text);
      if (!head || this.text.length < head[0].length + Number(head[1])) return;
      const message = JSON.parse(this.text.slice(head[0].length, head[0].length + Number(head[1])));
      this.text = this.text.slice(head[0].length + Number(head[1]));
      this.waiting[message.id]?.(message.result);
    }
  }
  send(message) {
    const body = JSON.stringify({ jsonrpc: "2.0", ...message });
    this.process.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  }
  ask(method, params) {
    const id = ++this.number;
    return new Promise((done) => { this.waiting[id] = done; this.send({ id, method, params }); });
  }
  async dispose() {
    await this.ask("shutdown");
    this.send({ method: "exit" });
    this.code = await new Promise((done) => this.process.on("exit", done));
  }
}

let started;
const stand_ins = {
  vscode: {
    workspace: {
      getConfiguration: () => ({ get: (name, other) => ({ path: program, arguments: ["-DN=3"] })[name] ?? other }),
      onDidChangeConfiguration: () => ({ dispose() {} }),
    },
    commands: {
      registerCommand: (name, run) => { commands[name] = run; return { dispose() {} }; },
      executeCommand: (...words) => { asked.push(words); },
    },
    window: {
      activeTextEditor: { document: { languageId: "promela", uri: { toString: () => "file:///a.pml" } } },
      showErrorMessage: (message) => { throw new Error(message); },
      showInformationMessage: () => {},
    },
  },
  "vscode-languageclient/node": {
    LanguageClient: class extends LanguageClient {
      constructor(...all) { super(...all); started = this; }
    },
  },
};
const load = Module._load;
Module._load = (name, ...rest) => stand_ins[name] ?? load(name, ...rest);

async function main() {
  const described = require("./package.json");
  const extension = require("./extension.js");
  await extension.activate({ subscriptions: [] });
  assert.deepStrictEqual(started.server.args, ["lsp", "-DN=3"]);
  assert.ok(started.result.capabilities.codeLensProvider);
  const languages = described.contributes.languages.map((language) => language.id);
  const selected = new Set(started.options.documentSelector.map((one) => one.language));
  assert.deepStrictEqual([...selected].sort(), languages.sort());
  for (const { command } of described.contributes.commands) assert.ok(commands[command], command);
  commands["pexplore.checkThis"]();
  assert.deepStrictEqual(asked, [["pexplore.check", "file:///a.pml"]]);
  assert.ok(started.result.capabilities.executeCommandProvider.commands.includes("pexplore.check"));
  const first = started;
  await commands["pexplore.restart"]();
  assert.strictEqual(first.code, 0);
  await extension.deactivate();
  assert.strictEqual(started.code, 0);
  for (const grammar of described.contributes.grammars) require(grammar.path);
}

main().then(() => console.log("passed"), (problem) => { console.error(problem); process.exit(1); });
