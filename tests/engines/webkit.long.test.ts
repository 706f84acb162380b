import { testEngine } from "./suite.ts";
import { startWebKit, WITHOUT_WEBKIT } from "./webkit.ts";

testEngine("WebKit, the engine of every iPhone", WITHOUT_WEBKIT, startWebKit);
