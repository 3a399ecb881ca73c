"""Runs once before a game: measures the machine and leaves what it found for the agent."""
import time

began, count = time.process_time(), 0
while time.process_time() - began < 0.5:
    count += sum(range(100)) > 0
with open("calibration.txt", "w") as file:
    file.write("%.0f rounds a second\n" % (count / 0.5))
