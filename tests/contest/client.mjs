// A contest client in JavaScript, written from the protocol page alone; no packages.
//
//   node tests/contest/client.mjs --host 127.0.0.1 --port 3000 --session friday --player random

import { connect } from "node:net";
import { parseArgs } from "node:util";

const EOT = "\x04";
const TRIES = 24; // orders of the random player in a turn
const GOODS = ["branches", "food"];

const { values: words } = parseArgs({
  options: {
    host: { type: "string", default: "127.0.0.1" },
    port: { type: "string", default: "3000" },
    session: { type: "string", default: "*" },
    index: { type: "string" },
    player: { type: "string", default: "random" },
    name: { type: "string" },
    seed: { type: "string", default: "0" },
    settings: { type: "string", default: "" },
  },
});

function generator(seed) {
  let state = (seed * 2654435761 + 1) >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

class Line {
  constructor(host, port) {
    this.waiting = [];
    this.wake = () => {};
    this.gone = false;
    let rest = "";
    this.socket = connect({ host, port, noDelay: true });
    this.socket.setEncoding("utf8");
    this.socket.on("data", (piece) => {
      const whole = (rest + piece).split(EOT);
      rest = whole.pop();
      this.waiting.push(...whole.filter((text) => text !== ""));
      this.wake();
    });
    this.socket.on("error", (error) => fail(`The connection failed: ${error.message}`));
    this.socket.on("close", () => {
      this.gone = true;
      this.wake();
    });
  }

  say(event, data) {
    this.socket.write(JSON.stringify({ event, data, sentTime: Date.now() }) + EOT);
  }

  async hear() {
    while (this.waiting.length === 0) {
      if (this.gone) fail("The socket was closed without a word.");
      await new Promise((wake) => (this.wake = wake));
    }
    return JSON.parse(this.waiting.shift());
  }
}

class Game {
  gameObjects = {};

  announce(constants) {
    this.removed = constants.DELTA_REMOVED;
    this.length = constants.DELTA_LIST_LENGTH;
  }

  merge(delta) {
    for (const [id, changed] of Object.entries(delta.gameObjects ?? {})) {
      if (id in this.gameObjects) continue;
      if (!changed.gameObjectName) fail(`Object ${id} came without its class.`);
      this.gameObjects[id] = {};
    }
    for (const [id, changed] of Object.entries(delta.gameObjects ?? {})) this.mergeInto(this.gameObjects[id], changed);
    const { gameObjects: _, ...rest } = delta;
    this.mergeInto(this, rest);
  }

  mergeInto(state, changed) {
    if (this.length in changed) state.length = changed[this.length];
    for (const [key, value] of Object.entries(changed)) {
      if (key === this.length) continue;
      if (value === this.removed) {
        if (!Array.isArray(state) || Number(key) < state.length) delete state[key];
      } else if (value === null || typeof value !== "object") {
        state[key] = value;
      } else if (Object.keys(value).length === 1 && "id" in value) {
        state[key] = this.known(value.id);
      } else {
        if (state[key] === null || typeof state[key] !== "object") state[key] = this.length in value ? [] : {};
        this.mergeInto(state[key], value);
      }
    }
  }

  known(id) {
    return this.gameObjects[id] ?? fail(`Nobody knows object ${id}.`);
  }
}

class Client {
  constructor(host, port) {
    this.host = host;
    this.line = new Line(host, port);
    this.game = new Game();
    this.orders = 0;
    this.refused = 0;
    this.me = null;
  }

  async hear(wanted) {
    for (;;) {
      const { event, data } = await this.line.hear();
      if (event === wanted) return data;
      if (event === "delta") this.game.merge(data);
      else if (event === "invalid") this.refused += 1;
      else if (event === "order") await this.obey(data);
      else if (event === "over") this.end(data);
      else if (event === "fatal") fail(`The server broke off: ${data.message}`);
      else fail(`Nobody knows the event ${event}.`);
    }
  }

  async obey({ name, index, args }) {
    if (name !== "runTurn" || args.length > 0) fail(`Nobody knows the order ${name}.`);
    await this.turn(this);
    this.line.say("finished", { orderIndex: index, returned: true });
  }

  async run(caller, functionName, args) {
    const named = Object.entries(args).map(([key, value]) => [key, value?.gameObjectName ? { id: value.id } : value]);
    this.orders += 1;
    this.line.say("run", { caller: { id: caller.id }, functionName, args: Object.fromEntries(named) });
    const value = await this.hear("ran");
    return value && typeof value === "object" ? this.game.known(value.id) : value;
  }

  end(data) {
    const { me, game } = this;
    const gamelog = (data.gamelogURL ?? "").replaceAll("__HOSTNAME__", this.host);
    const reason = me.reasonWon || me.reasonLost;
    const { orders, refused } = this;
    const outcome = { player: me.id, won: me.won, lost: me.lost, reason, turn: game.currentTurn, orders, refused, gamelog };
    console.log(JSON.stringify(outcome));
    process.exit(0);
  }
}

function fail(text) {
  console.error(text);
  process.exit(1);
}

function randomPlayer(seed) {
  const below = generator(seed);
  const pick = (list) => list[below(list.length)];
  return async (client) => {
    for (let tries = 0; tries < TRIES; tries += 1) await trySomething(client, below, pick);
  };
}

async function trySomething(client, below, pick) {
  const { game, me } = client;
  const deed = below(7);
  if (deed === 0 || me.beavers.length === 0) {
    await client.run(pick(game.jobs), "recruit", { tile: pick(me.lodges.length > 0 ? me.lodges : game.tiles) });
    return;
  }
  const beaver = pick(me.beavers);
  const here = beaver.tile ?? game.tiles[0];
  const around = [here.tileNorth, here.tileEast, here.tileSouth, here.tileWest].filter((tile) => tile);
  const near = (what, all) => {
    const found = around.map((tile) => tile[what]).filter((thing) => thing);
    return pick(found.length > 0 ? found : all);
  };
  const goods = () => ({ tile: pick([...around, here]), resource: pick(GOODS), amount: below(3) });
  if (deed === 1) await client.run(beaver, "buildLodge", {});
  else if (deed === 2) await client.run(beaver, "move", { tile: pick(around) });
  else if (deed === 3) await client.run(beaver, "harvest", { spawner: near("spawner", game.spawner) });
  else if (deed === 4) await client.run(beaver, "attack", { beaver: near("beaver", game.beavers) });
  else await client.run(beaver, deed === 5 ? "drop" : "pickup", goods());
}

const PLAYERS = { random: randomPlayer, idle: () => async () => {} };

const client = new Client(words.host, Number(words.port));
client.turn = (PLAYERS[words.player] ?? fail(`There is no player ${words.player}.`))(Number(words.seed));
client.line.say("alias", "stumped");
const gameName = await client.hear("named");
client.line.say("play", {
  gameName,
  requestedSession: words.session,
  clientType: "JavaScript",
  playerName: words.name ?? words.player,
  playerIndex: words.index ?? null,
  password: null,
  gameSettings: words.settings || null,
});
const lobbied = await client.hear("lobbied");
if (typeof lobbied.gameVersion !== "string") fail("lobbied came without gameVersion.");
client.game.announce(lobbied.constants);
client.me = client.game.known((await client.hear("start")).playerID);
await client.hear(null);
