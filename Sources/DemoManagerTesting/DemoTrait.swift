import DemoManager
import Testing
