import { startFirefox, WITHOUT_FIREFOX } from "./firefox.ts";
import { testEngine } from "./suite.ts";

testEngine("Firefox ESR", WITHOUT_FIREFOX, startFirefox);
