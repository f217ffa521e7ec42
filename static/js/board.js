// What a scoreboard does besides showing what its server sends.
import "./awake.js";
import "./full.js";
import "./gesture.js";
import "./steps.js";
import "./turned.js";
