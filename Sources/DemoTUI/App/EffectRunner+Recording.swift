extension EffectRunner {
    func toggleRecording() {
        guard let app else { return }
        afterRecording(app.demo) { [weak self] in
            guard let self else { return }
            switch app.demo.toggleRecording() {
            case .success(let fact): post(.demoChanged(app.demo.status, fact))
            case .failure(let refusal): post(.noted(.error(refusal.sentence)))
            }
            // What is written by this program is not watched.
            watchStubs(app.demo)
        }
    }

    /// Tells what went wrong with the recording as soon as it does.
    func followRecording(_ demo: DemoControls) {
        recordingWatch = Task { [weak self] in
            for await message in demo.recording.messages {
                guard let self else { return }
                post(.demoChanged(demo.status, nil))
                post(.noted(.error(message)))
            }
        }
    }

    /// Hands what was recorded to the stubs before something is done that may show it.
    func afterRecording(_ demo: DemoControls, _ body: @escaping () -> Void) {
        guard demo.hasRecordingNews else { return body() }
        pending += 1
        Task {
            await demo.settleRecording()
            body()
            finished()
        }
    }
}
