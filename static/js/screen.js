// Keeps a screen right: the server pushes each part of it when it changes; a screen that was away fetches itself.
import { start } from "./connection.js";
import "./enough.js";
import "./hold.js";
import "./menu.js";
import "./quiet.js";
import "./rules.js";
import "./taps.js";

start();
