// The server of boardgame.io, in memory or with its own storage in a folder, with a game that tells seven screens about as much as one of ours does.
const { FlatFile, Server } = require("boardgame.io/server");

const NAMES = ["Ann", "Bo & Co", "Chiyo", "Di", "O'Eve", "Flo", "Gus", "Hal", "Ida", "Jo", "Kit", "Lou", "Mo", "Ned", "Olga", "Pip"];
const COLOURS = ["red", "blue", "yellow", "green", "purple", "orange", "teal", "pink"];
const ICONS = [-2, -1, 0, 1, 2];

function seat(number) {
  return { name: `${NAMES[number]} zqabqz`, colour: COLOURS[number % 8], points: 0, change: 0, cards: [null, null, null, null] };
}

const game = {
  name: "ledger",
  disableUndo: true,
  setup: ({ ctx }) => ({
    decree: [],
    seats: Array.from({ length: ctx.numPlayers }, (_, number) => seat(number)),
    secrets: Object.fromEntries(Array.from({ length: ctx.numPlayers }, (_, number) => [number, []])),
    waiting: [],
    last: null,
    lines: 0,
  }),
  playerView: ({ G, playerID }) => ({ ...G, secrets: playerID === null ? {} : { [playerID]: G.secrets[playerID] } }),
  turn: { activePlayers: { all: "reporting" }, stages: { reporting: {} } },
  moves: {
    // A line: a name that only its writer may know, a decree of so many icons, what each seat gets by it, who is waited for.
    report: ({ G, playerID }, text) => {
      G.lines += 1;
      G.decree = G.seats.map((_, place) => ICONS[(place + G.lines) % 5]);
      G.secrets[playerID] = [...G.secrets[playerID].slice(-3), text];
      G.seats.forEach((other, place) => {
        other.change = G.decree[place];
        other.points += other.change;
      });
      G.seats[playerID].cards[G.lines % 4] = { face: "down", round: G.lines };
      G.waiting = G.seats.map((_, place) => place).filter((place) => (place + G.lines) % 3);
      G.last = { seat: playerID, kind: "write", line: G.lines };
    },
  },
};

const [port, folder] = process.argv.slice(2);
Server({ games: [game], origins: [], db: folder && new FlatFile({ dir: folder }) }).run(Number(port));
