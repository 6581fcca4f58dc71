// Starts `pexplore lsp`; vscode-languageclient does the rest.
"use strict";

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

const LANGUAGES = ["promela", "promela-lite", "b", "px", "mcrl2"];

let client;

async function start() {
  const settings = vscode.workspace.getConfiguration("pexplore");
  const server = { command: settings.get("path", "pexplore"), args: ["lsp", ...settings.get("arguments", [])] };
  const selector = LANGUAGES.flatMap((language) => [
    { scheme: "file", language },
    { scheme: "untitled", language },
  ]);
  client = new LanguageClient("pexplore", "pexplore", server, { documentSelector: selector });
  try {
    await client.start();
  } catch (problem) {
    const choice = await vscode.window.showErrorMessage(
      `pexplore cannot be started (${server.command}): ${problem.message}`, "Open settings");
    if (choice) vscode.commands.executeCommand("workbench.action.openSettings", "pexplore.path");
  }
}

async function stop() {
  const old = client;
  client = undefined;
  if (old) await old.dispose();
}

async function restart() {
  await stop();
  await start();
}

// The action of the lens "check" above the first line.
function checkThis() {
  const editor = vscode.window.activeTextEditor;
  if (!editor || !LANGUAGES.includes(editor.document.languageId)) {
    vscode.window.showInformationMessage("There is no model in front.");
    return undefined;
  }
  return vscode.commands.executeCommand("pexplore.check", editor.document.uri.toString());
}

async function activate(context) {
  context.subscriptions.push(
    vscode.commands.registerCommand("pexplore.restart", restart),
    vscode.commands.registerCommand("pexplore.checkThis", checkThis),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("pexplore")) restart();
    }),
  );
  await start();
}

module.exports = { activate, deactivate: stop };
